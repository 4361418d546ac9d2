import type { Me, TableView } from "../house/types";
import { Dialog } from "../parts/Dialog";
import { FloorSheet } from "./FloorSheet";
import { Help } from "./Help";
import { History } from "./History";
import { SettingsForm } from "./SettingsForm";

export type Opened = "history" | "settings" | "help" | "floor" | null;

export function Sheets({ opened, view, me, close }: { opened: Opened; view: TableView; me: Me; close: () => void }) {
  if (opened === "history") return <Dialog title="History" close={close}><History view={view} me={me} /></Dialog>;
  if (opened === "settings") return <Dialog title="Settings" close={close}><SettingsForm /></Dialog>;
  if (opened === "help") return <Dialog title={`How ${view.name} is played`} close={close}><Help view={view} /></Dialog>;
  if (opened === "floor") return <Dialog title="Floor" close={close}><FloorSheet view={view} me={me} /></Dialog>;
  return null;
}
