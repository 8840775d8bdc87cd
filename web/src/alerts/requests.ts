/** The requests about alerts; see `connection/api.ts`. */
import { asKnownPerson, request } from "../connection/api";
import type { AddDevice } from "../protocol/types";

export const optIn = (tie: string, is_wanted: boolean) => request("opt_in", { tie }, { is_wanted });
export const fetchAlerts = () => request("alerts");
export const addDevice = (body: AddDevice) => asKnownPerson(() => request("add_device", {}, body));
export const removeDevice = (device: string) => request("remove_device", { device }, {});
export const muteInvitations = (is_muted: boolean) =>
  asKnownPerson(() => request("mute", {}, { is_muted }));
