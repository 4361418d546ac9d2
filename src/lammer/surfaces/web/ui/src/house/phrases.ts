/** Words that terminal and page share, from table/phrases.py by tools/page_types.py: do not edit. */

export const HIDDEN: string = "??";

export const SOFT_TOTAL: string = "soft {total}";

export const CARD_NAMES: Record<string, string> = {
  "Ac": "ace of clubs",
  "Ad": "ace of diamonds",
  "Ah": "ace of hearts",
  "As": "ace of spades",
  "2c": "two of clubs",
  "2d": "two of diamonds",
  "2h": "two of hearts",
  "2s": "two of spades",
  "3c": "three of clubs",
  "3d": "three of diamonds",
  "3h": "three of hearts",
  "3s": "three of spades",
  "4c": "four of clubs",
  "4d": "four of diamonds",
  "4h": "four of hearts",
  "4s": "four of spades",
  "5c": "five of clubs",
  "5d": "five of diamonds",
  "5h": "five of hearts",
  "5s": "five of spades",
  "6c": "six of clubs",
  "6d": "six of diamonds",
  "6h": "six of hearts",
  "6s": "six of spades",
  "7c": "seven of clubs",
  "7d": "seven of diamonds",
  "7h": "seven of hearts",
  "7s": "seven of spades",
  "8c": "eight of clubs",
  "8d": "eight of diamonds",
  "8h": "eight of hearts",
  "8s": "eight of spades",
  "9c": "nine of clubs",
  "9d": "nine of diamonds",
  "9h": "nine of hearts",
  "9s": "nine of spades",
  "Tc": "ten of clubs",
  "Td": "ten of diamonds",
  "Th": "ten of hearts",
  "Ts": "ten of spades",
  "Jc": "jack of clubs",
  "Jd": "jack of diamonds",
  "Jh": "jack of hearts",
  "Js": "jack of spades",
  "Qc": "queen of clubs",
  "Qd": "queen of diamonds",
  "Qh": "queen of hearts",
  "Qs": "queen of spades",
  "Kc": "king of clubs",
  "Kd": "king of diamonds",
  "Kh": "king of hearts",
  "Ks": "king of spades",
  "??": "a card face down"
};

export const BOXED: string = "boxed";

export const CHOICE_KEYS: Record<string, string> = {
  "stand": "s",
  "hit": "h",
  "free-double": "f",
  "double": "d",
  "free-split": "p",
  "split": "p",
  "surrender": "r",
  "insure": "i",
  "even-money": "e",
  "pass": "n",
  "follow": "y",
  "decline": "n",
  "place": "b",
  "parlay": "p",
  "switch": "w",
  "trade": "t"
};

export const OWN_SPLIT_KEY: string = "o";

export const AMOUNT_KEY: string = "m";

export const CHOICE_WORDS: Record<string, string> = {
  "stand": "stand",
  "hit": "hit",
  "free-double": "double",
  "double": "double",
  "free-split": "split",
  "split": "split",
  "surrender": "surrender",
  "insure": "insure",
  "even-money": "even money",
  "pass": "no",
  "follow": "follow",
  "decline": "do not follow",
  "place": "bet",
  "parlay": "parlay",
  "switch": "switch",
  "trade": "trade"
};

export const PLAY_KINDS: string[] = [
  "free-split",
  "free-double",
  "hit",
  "stand",
  "double",
  "split",
  "surrender"
];

export const CHOICE_ORDER: string[] = [
  "free-split",
  "free-double",
  "hit",
  "stand",
  "double",
  "split",
  "surrender",
  "insure",
  "even-money",
  "pass",
  "follow",
  "decline",
  "place",
  "parlay",
  "switch",
  "trade"
];
