/** The id of a panel, by which a link leads to it: *History of marks*, `history-of-marks`. */
export const panelId = (title: string): string => title.toLowerCase().replaceAll(/\W+/g, '-');
