/** The drawings of the icons, on a field of 24 by 24. */
export const ICONS = {
  arrow: '<path d="M5 12h13M13 6.5l5.5 5.5-5.5 5.5"/>',
  bot: '<rect x="5" y="8" width="14" height="11" rx="3"/><path d="M12 4v4M9.5 13h.01M14.5 13h.01"/>',
  check: '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
  clock: '<circle cx="12" cy="12" r="8.5"/><path d="M12 7v5l3.2 2"/>',
  coin: '<ellipse cx="12" cy="7" rx="7" ry="3.2"/><path d="M5 7v5c0 1.8 3.1 3.2 7 3.2s7-1.4 7-3.2V7M5 12v5c0 1.8 3.1 3.2 7 3.2s7-1.4 7-3.2v-5"/>',
  deck: '<rect x="5" y="4" width="11" height="15" rx="2"/><path d="M19 7v11a3 3 0 0 1-3 3H9"/>',
  door: '<path d="M13 4H6v16h7M10 12h10M16.5 8.5 20 12l-3.5 3.5"/>',
  eye: '<path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z"/><circle cx="12" cy="12" r="2.8"/>',
  face: '<circle cx="12" cy="12" r="8.5"/><path d="M8.5 14.2c1.8 2.4 5.2 2.4 7 0M9 9.5h.01M15 9.5h.01"/>',
  flag: '<path d="M6 21V4M6 5h11l-2.5 4L17 13H6"/>',
  gear: '<path d="M4 7h8.5M18.5 7H20M4 17h1.5M11.5 17H20"/><circle cx="15.5" cy="7" r="2.8"/><circle cx="8.5" cy="17" r="2.8"/>',
  hand: '<path d="M8.5 5.5 15 3.8a1.6 1.6 0 0 1 2 1.1l2.9 10.6a1.6 1.6 0 0 1-1.1 2l-6.5 1.7a1.6 1.6 0 0 1-2-1.1L7.4 7.5a1.6 1.6 0 0 1 1.1-2z"/><path d="M6.5 9.5 4.5 17a1.6 1.6 0 0 0 1.1 2l2.9.8"/>',
  help: '<circle cx="12" cy="12" r="9"/><path d="M9.3 9.2a2.8 2.8 0 0 1 5.4.9c0 1.9-2.7 2.3-2.7 4.1M12 17.3h.01"/>',
  lamp: '<path d="M9 17.5h6M10 20.5h4M12 3.5a6 6 0 0 1 3.6 10.8c-.7.6-1.1 1.3-1.1 2.2h-5c0-.9-.4-1.6-1.1-2.2A6 6 0 0 1 12 3.5z"/>',
  link: '<path d="M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1"/>',
  log: '<path d="M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01"/>',
  memory:
    '<path d="M4.5 5.5h4v5h-4zM10.5 5.5h4v5h-4zM16.5 5.5h3v5h-3zM4.5 13.5h4v5h-4zM10.5 13.5h4v5h-4zM16.5 13.5h3v5h-3z"/>',
  menu: '<path d="M4 7h16M4 12h16M4 17h16"/>',
  minus: '<path d="M6 12h12"/>',
  mute: '<path d="M5 9.5h3l4-3.5v12l-4-3.5H5zM16 9.5l5 5M21 9.5l-5 5"/>',
  offline:
    '<path d="M3 3l18 18M5 12.5a10 10 0 0 1 4-2.4M19 12.5a10 10 0 0 0-4.6-2.6M8.5 16a5 5 0 0 1 7 0M2 8.8a15 15 0 0 1 4.5-2.9M22 8.8A15 15 0 0 0 10.5 5M12 19.5h.01"/>',
  pause: '<path d="M8 5.5v13M16 5.5v13"/>',
  phone: '<rect x="7" y="2.5" width="10" height="19" rx="2.5"/><path d="M11 18.5h2"/>',
  play: '<path d="M8 5.5v13l10.5-6.5z"/>',
  plus: '<path d="M6 12h12M12 6v12"/>',
  sell: '<path d="M4 9h16l-1.2 10.2a1.5 1.5 0 0 1-1.5 1.3H6.7a1.5 1.5 0 0 1-1.5-1.3zM8.5 9a3.5 3.5 0 0 1 7 0"/>',
  sound: '<path d="M5 9.5h3l4-3.5v12l-4-3.5H5zM15.5 9a4 4 0 0 1 0 6M18 6.5a7.5 7.5 0 0 1 0 11"/>',
  stall: '<path d="M5 20v-9a7 7 0 0 1 14 0v9M9 20v-8.5a3 3 0 0 1 6 0V20"/>',
  trash: '<path d="M5 7h14M9.5 7V4.5h5V7M7 7l.8 12.5h8.4L17 7"/>',
  undo: '<path d="M8.5 5 4 9.5 8.5 14M4 9.5h10a5.5 5.5 0 0 1 0 11h-3"/>',
  warn: '<path d="M12 4 2.8 19.5h18.4zM12 10v4.5M12 17.2h.01"/>',
  x: '<path d="M6 6l12 12M18 6 6 18"/>',
} as const;

export type IconName = keyof typeof ICONS;
