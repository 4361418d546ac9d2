import type { Me } from "../house/types";
import { capital } from "../house/words";

/** The roles of the user; none for a plain player. */
export function roleText(me: Me): string {
  if (me.guests) return "Training floor: every part";
  return capital(me.roles.join(", "));
}

export function RoleBadge({ me }: { me: Me }) {
  return <span class="role-badge" title="Your role">{roleText(me)}</span>;
}
