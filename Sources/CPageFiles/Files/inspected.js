// What is looked at, and going elsewhere.

export const listName = decodeURIComponent(location.pathname.split('/')[2] ?? '');

/** What is looked at. The part that a person chose is also in the address, so that it can be sent. */
export const inspected = {
  /** The oldest and the present revision, the subscribers, and the members by which rows are called; null before the server has said. */
  head: null,
  /** The revision. */
  selected: null,
  /** Whether a new revision is selected when it comes. */
  follows: true,
  tab: 'history',
  /** The row of the tab "Row". */
  key: null,
  /** The revisions of the tab "Compare": `{from, to}`; null until some were chosen. */
  compared: null,
  /** What the tab "Find" looks for, by the names of the address; null for nothing. */
  wanted: null,
  /** The revisions in the picture: `{from, to}`. */
  view: null,
};

export const tabs = ['history', 'row', 'compare', 'find', 'largest', 'pending', 'storage'];

/** The first revision that is kept. */
export const firstRevision = () => inspected.head.oldest + 1;
/** How many revisions the picture has room for. */
export const span = () => Math.max(1, inspected.view.to - inspected.view.from + 1);
export const isInView = (revision) => revision >= inspected.view.from && revision <= inspected.view.to;

/** Where links lead, for the modules that have some. What is done there is above them. */
export const guide = { select() {}, openRow() {}, openRevision() {}, openTab() {}, compare() {}, find() {} };
