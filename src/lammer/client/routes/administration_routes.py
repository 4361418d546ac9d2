"""Routes: Users, staff, approved sheets and security events.

Generated from the server's OpenAPI document by tools/http_client.py: do not edit.
"""

from typing import Unpack, cast

from lammer.client.connection import quoted
from lammer.client.requests import Routes
from lammer.client.routes.administration_types import (
    ApprovedSheets,
    NewUser,
    SheetDecided,
    SheetDecision,
    StaffMember,
    UserPassword,
    UserRemoved,
    UserRoles,
    UserView,
)
from lammer.client.routes.shared_types import SecurityEvent


class AdministrationRoutes(Routes):
    """Users, staff, approved sheets and security events."""

    def security_events(self, *, before: int | None = None) -> list[SecurityEvent]:
        """Security events, newest first, in pages: `before` is the last event of the previous page. For: auditor."""
        return cast(list[SecurityEvent], self._get("/api/security", before=before))

    def staff(self) -> list[StaffMember]:
        """All staff with their roles, whether they are connected, and where they are on duty. For: dealer or
        supervisor or executive or auditor or administrator."""
        return cast(list[StaffMember], self._get("/api/staff"))

    def users(self) -> list[UserView]:
        """All users with their roles. For: administrator."""
        return cast(list[UserView], self._get("/api/users"))

    def add_user(self, **body: Unpack[NewUser]) -> list[UserView]:
        """Adds a user. A name that occurs in the books is not given to another person. For: administrator."""
        return cast(list[UserView], self._command("/api/users", body))

    def set_roles(self, name: str, **body: Unpack[UserRoles]) -> list[UserView]:
        """Changes the roles of another user. For: administrator."""
        return cast(list[UserView], self._command(f"/api/users/{quoted(name)}/roles", body))

    def set_password(self, name: str, **body: Unpack[UserPassword]) -> list[UserView]:
        """Changes the password of another user, who is logged out everywhere. Only its hash is stored. For:
        administrator."""
        return cast(list[UserView], self._command(f"/api/users/{quoted(name)}/password", body))

    def remove_user(self, name: str, **body: Unpack[UserRemoved]) -> list[UserView]:
        """Removes another user, who can no longer log in. Their chips stay in the books. For: administrator."""
        return cast(list[UserView], self._command(f"/api/users/{quoted(name)}/remove", body))

    def approved_sheets(self) -> ApprovedSheets:
        """The sheets approved for tables; a training floor may open any other too. For: everybody who is logged
        in."""
        return cast(ApprovedSheets, self._get("/api/approved-sheets"))

    def approve_sheet(self, **body: Unpack[SheetDecision]) -> SheetDecided:
        """Approve a sheet with its overrides, or withdraw the approval. The answer has the remarks of `lint`. For:
        executive or administrator."""
        return cast(SheetDecided, self._command("/api/approved-sheets", body))
