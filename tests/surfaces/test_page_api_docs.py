"""The API's own page in a real browser: it loads under the security policy of every page, from this server alone."""

from playwright.sync_api import Browser, expect


def test_the_api_page_breaks_no_security_policy(browser: Browser, address: str) -> None:
    page = browser.new_page()
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("request", lambda request: asked.append(request.url))
    try:
        page.goto(f"{address}/docs")
        expect(page.get_by_text("/api/tables/{table}/bet")).to_be_visible()
        page.get_by_text("/api/tables/{table}/bet").click()
        expect(page.get_by_text('"bets"').locator("visible=true").first).to_be_visible()
        assert [url for url in asked if not url.startswith(address)] == []
        assert [text for text in said if "favicon" not in text] == []
        # Control: what the policy forbids is told on the console.
        script = "document.head.append(Object.assign(document.createElement('script'), {src: '//cdn.test/x.js'}))"
        with page.expect_console_message(lambda message: "Content Security Policy" in message.text):
            page.evaluate(script)
    finally:
        page.close()
