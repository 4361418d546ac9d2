"""``lammer progressive`` and its commands."""

from cyclopts import App

from lammer.surfaces.cli.progressive.analyze import analyze_app
from lammer.surfaces.cli.progressive.demo import demo
from lammer.surfaces.cli.progressive.house import add_changes, add_opening
from lammer.surfaces.cli.progressive.looks import add_looks
from lammer.surfaces.cli.progressive.options import progressive_examples
from lammer.surfaces.cli.progressive.paper import add_paper
from lammer.surfaces.cli.progressive.steps import add_steps
from lammer.surfaces.cli.progressive.verify import verify

progressive_app = App(
    name="progressive",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer progressive create main --executive erin --card E1
  lammer progressive enrol eli executive --card E2 --as erin
  lammer progressive enrol sam supervisor --card S1 --approved-by eli --as erin
  lammer progressive enrol dana dealer --as erin
  lammer progressive approve-table T1 --as erin
  lammer progressive open-link --as erin
  lammer progressive open T1 --as dana
  lammer progressive wager T1 1=1 3=5 --as dana
  lammer progressive take T1 --as dana
  lammer progressive deal T1 1=7h,7h 3=9c,8d --up 7h --as dana
  lammer progressive select T1 1 '777 suited' --as dana
  lammer progressive confirm T1 1 --as sam
  lammer progressive swipe T1 1 --card E2
  lammer progressive end T1 --as dana
  lammer progressive status

Amounts are in currency units. The books are jackpot.db, or --db FILE, or
--db postgresql://…""",
)
# In the order of a jackpot's life: a test runs the examples of these commands one after another.
add_opening(progressive_app)
add_steps(progressive_app)
add_looks(progressive_app)
add_paper(progressive_app)
progressive_app.command(verify, help_epilogue=progressive_examples("verify --head head.json"))
progressive_app.command(analyze_app)
progressive_app.command(demo, help_epilogue=progressive_examples("demo --seed 7 --maximum-hands 20"))
add_changes(progressive_app)
