import type { Me } from "../house/types";
import { capital } from "../house/words";

/** As what somebody is here; a player needs no reminder. */
export function roleText(me: Me): string {
  if (me.guests) return "Training floor: every part";
  return capital(me.roles.join(", "));
}

export function RoleBadge({ me }: { me: Me }) {
  return <span class="role-badge" title="Your role">{roleText(me)}</span>;
}
