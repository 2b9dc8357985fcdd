// The open dialogs, sheets and menus, topmost last.
const open: (() => void)[] = [];
export const hasOpenOverlay = (): boolean => open.length > 0;
