/** What the server tells of the procedure around a round. */

/** A player is asked to cut the new shoe. */
export interface CutOffer {
  box: number;
  player: string;
  least: number;
  most: number;
}

/** The supervisor was called to an absent player. */
export interface Call {
  role: "supervisor";
  box: number;
  bettor: number;
  player: string;
  by: string;
}

export interface PostedRule {
  text: string;
  clause: string;
}
