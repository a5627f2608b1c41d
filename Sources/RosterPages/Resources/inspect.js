// The inspector of a list: the revisions as a picture, one of them in detail with the list beside it,
// one row, what waits, and the file.
//
// Everything that comes from a list is shown by `textContent`. Nothing here writes anything but a check
// of the file, which is begun by a button.

const element = (id) => document.getElementById(id);
const listName = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const api = `/inspect/${encodeURIComponent(listName)}/api/`;
const isStill = matchMedia("(prefers-reduced-motion: reduce)");
const pollMilliseconds = 1000;

/// What is looked at. The part that a person chose is also in the address, so that it can be sent.
const state = {
  head: null, // oldest, present, subscribers
  selected: null, // the revision
  follows: true, // whether a new revision is selected when it comes
  tab: "history",
  key: null, // the row of the tab "Row"
  view: null, // { from, to }: the revisions in the picture
};

// MARK: Asking

class Refusal extends Error {
  constructor(message, status, oldest) {
    super(message);
    this.status = status;
    this.oldest = oldest;
  }
}

async function ask(question, parameters = {}, options = {}) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value != null));
  const response = await fetch(api + question + (query.size > 0 ? `?${query}` : ""), options);
  let answer = {};
  try {
    answer = await response.json();
  } catch {
    // The status says enough.
  }
  if (!response.ok) {
    throw new Refusal(answer.error ?? `the server answers with ${response.status}`, response.status, answer.oldest);
  }
  return answer;
}

/// Asks for one thing after the other: a later question takes the place of an earlier one. A server that
/// is on the way to an answer is asked again.
function latest() {
  let controller = null;
  return async (question, parameters, use) => {
    controller?.abort();
    const own = new AbortController();
    controller = own;
    while (controller === own) {
      try {
        const answer = await ask(question, parameters, { signal: own.signal });
        if (controller === own) use(answer, null);
        return;
      } catch (error) {
        if (error.name === "AbortError" || controller !== own) return;
        use(null, error);
        if (error.status !== 503) return;
        await new Promise((resolve) => setTimeout(resolve, 400));
      }
    }
  };
}

// MARK: Making elements

/// Makes an element of properties and children. Texts become text nodes, never markup.
function make(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value == null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "class") node.className = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child != null && child !== false));
  return node;
}

function drawn(tag, properties = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(properties)) if (value != null) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

const number = (value) => value.toLocaleString("en");
const plural = (count, one, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`;

/// Makes characters visible that would change what is around them: controls and overrides of direction.
function plain(text) {
  return String(text).replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (character) =>
    `⟨U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
}

/// A text of a list, whose direction does not change the text around it.
const bdi = (text, title) => make("bdi", { title: title == null ? null : plain(title) }, plain(text));

/// A short name of a model: its title or name, or all of it.
function label(model) {
  if (model === undefined) return "";
  if (model !== null && typeof model === "object" && !Array.isArray(model)) {
    for (const key of ["path", "title", "name", "text", "t", "subject", "id"]) {
      if (typeof model[key] === "string" && model[key].trim() !== "") return model[key].slice(0, 160);
    }
  }
  return (typeof model === "string" && model.trim() !== "" ? model : JSON.stringify(model)).slice(0, 160);
}

function bytes(count) {
  if (count < 1000) return `${count} B`;
  if (count < 1e6) return `${(count / 1e3).toFixed(1)} kB`;
  if (count < 1e9) return `${(count / 1e6).toFixed(1)} MB`;
  return `${(count / 1e9).toFixed(2)} GB`;
}

const timeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const time = (milliseconds) => timeFormat.format(new Date(milliseconds));

const path = (place) => (Array.isArray(place) ? `${place[0]}:${place[1]}` : `section ${place}`);

function announce(text) {
  element("live").textContent = text;
}

// MARK: What a revision is

const parts = [
  ["insertedItems", "inserted", "+", "inserted"],
  ["removedItems", "removed", "−", "removed"],
  ["updatedItems", "updated", "~", "updated"],
  ["movedItems", "moved", "→", "moved"],
  ["insertedSections", "inserted", "§+", "section# inserted"],
  ["removedSections", "removed", "§−", "section# removed"],
  ["updatedSections", "updated", "§~", "section# updated"],
  ["movedSections", "moved", "§→", "section# moved"],
  ["states", "states", "=", "state#"],
];

const countText = (count, text) => `${number(count)} ${text.replace("#", count === 1 ? "" : "s")}`;

function countsText(counts = {}) {
  const texts = parts.filter(([name]) => counts[name]).map(([name, , , text]) => countText(counts[name], text));
  return texts.length === 0 ? "nothing" : texts.join(", ");
}

function chips(counts = {}) {
  return parts.filter(([name]) => counts[name]).map(([name, kind, sign, text]) =>
    make("li", { class: kind }, make("span", { "aria-hidden": "true" }, `${sign} `), countText(counts[name], text)));
}

const kindText = {
  change: "change", states: "states only", undo: "undo", redo: "redo", nothing: "empty", unreadable: "unreadable",
};

function revisionText(revision) {
  const words = [`Revision ${number(revision.revision)}: ${kindText[revision.kind] ?? revision.kind}`];
  if (revision.gone) words.push("its row is gone");
  if (revision.counts) words.push(countsText(revision.counts));
  if (revision.takesBack) words.push(`takes back ${revision.takesBack}`);
  if (revision.takenBackBy) words.push(`taken back by ${revision.takenBackBy}`);
  if (revision.origin) words.push(`by ${plain(revision.origin)}`);
  if (revision.group) words.push(`in group ${plain(revision.group)}`);
  if (revision.at) words.push(plain(revision.at));
  else if (revision.committed) words.push(time(revision.committed));
  return words.join(", ");
}

// MARK: Alerts

/// What a person with a broken list should see first, by what it is about.
const alerts = new Map();

function alert(name, text, isError, action) {
  if (text) alerts.set(name, { text, isError, action });
  else alerts.delete(name);
  const sorted = [...alerts.values()].sort((first, second) => Number(second.isError) - Number(first.isError));
  const items = sorted.map(({ text, isError, action }) =>
    make("li", { class: isError ? "error" : "warning" }, make("strong", {}, isError ? "Fault: " : "Note: "), text,
      action ? [" ", make("button", { type: "button", class: "link", onclick: action.run }, action.name)] : null));
  element("alerts").replaceChildren(...items);
}

function noteHead() {
  const head = state.head;
  const slow = head.subscribers.filter((subscriber) => subscriber.lag > 0).sort((first, second) => second.lag - first.lag)[0];
  const waits = slow && slow.revision <= head.oldest && slow.lag > 100;
  alert("subscriber", slow && (slow.lag > 1000 || waits)
    ? `subscriber “${plain(slow.name)}” has seen revision ${number(slow.revision)} and lags by ${number(slow.lag)}; the journal is kept for it.`
    : null, false);
}

// MARK: The picture

const picture = {
  height: 232, arcs: 34, up: 84, down: 44, band: 7, margin: 10,
  revisions: [], // of the present view, one by one, or
  buckets: null, // many at a time
  origins: new Map(), // the class of each origin
  hover: null,
};
picture.base = picture.arcs + picture.up;
const cache = new Map();
const askTimeline = latest();

const oldest = () => state.head.oldest + 1;
const span = () => Math.max(1, state.view.to - state.view.from + 1);
const width = () => Math.max(200, element("picture").clientWidth);
const x = (revision) => picture.margin + ((revision - state.view.from) / span()) * (width() - 2 * picture.margin);
const revisionAt = (position) =>
  Math.floor(state.view.from + ((position - picture.margin) / (width() - 2 * picture.margin)) * span());

/// Shows some revisions, as many as there are at most and few enough to be seen at least.
function setView(from, to) {
  const all = Math.max(1, state.head.present - oldest() + 1);
  const count = Math.min(all, Math.max(12, Math.round(to - from + 1)));
  const first = Math.min(Math.max(Math.round(from), oldest()), Math.max(oldest(), state.head.present - count + 1));
  state.view = { from: first, to: first + count - 1 };
  loadView();
}

const isInView = (revision) => revision >= state.view.from && revision <= state.view.to;

function zoom(factor, around = state.selected ?? state.view.to) {
  const share = (around - state.view.from) / span();
  const count = span() * factor;
  setView(around - share * count, around + (1 - share) * count - 1);
}

const pan = (count) => setView(state.view.from + count, state.view.to + count);

function loadView() {
  draw();
  const { from, to } = state.view;
  const count = to - from + 1;
  // A bar that is narrower than three pixels cannot be told from the next one.
  const isSingle = count <= Math.min(500, width() / 3);
  const buckets = Math.min(1000, Math.max(20, Math.floor(width() / 4)));
  const parameters = isSingle ? { before: to + 1, limit: count } : { from, to, buckets };
  const name = JSON.stringify([parameters, to === state.head.present]);
  const use = (answer) => {
    picture.revisions = answer.revisions ?? [];
    picture.buckets = answer.buckets ?? null;
    draw();
  };
  if (cache.has(name)) return use(cache.get(name));
  askTimeline("revisions", parameters, (answer, error) => {
    if (error) return alert("timeline", `the timeline cannot be read: ${error.message}`, true);
    alert("timeline", null);
    cache.set(name, answer);
    if (cache.size > 40) cache.delete(cache.keys().next().value);
    use(answer);
  });
}

/// Gives the most frequent origins colours. Origins that occur once say nothing by their colour.
function noteOrigins() {
  const counts = new Map();
  const count = (origin, times) => origin && counts.set(origin, (counts.get(origin) ?? 0) + times);
  for (const revision of picture.revisions) count(revision.origin, 1);
  for (const bucket of picture.buckets ?? []) for (const [origin, times] of bucket.origins) count(origin, times);
  const frequent = [...counts].filter(([, times]) => times > 1).sort((first, second) => second[1] - first[1] || (first[0] < second[0] ? -1 : 1)).slice(0, 8);
  picture.origins = new Map(frequent.map(([origin], index) => [origin, `o${index}`]));
}

const items = (counts = {}) => ({
  inserted: (counts.insertedItems ?? 0) + (counts.insertedSections ?? 0),
  updated: (counts.updatedItems ?? 0) + (counts.updatedSections ?? 0),
  moved: (counts.movedItems ?? 0) + (counts.movedSections ?? 0),
  states: counts.states ?? 0,
  removed: (counts.removedItems ?? 0) + (counts.removedSections ?? 0),
});

function draw() {
  noteOrigins();
  const w = width();
  const { base, up, down, height } = picture;
  const svg = drawn("svg", { viewBox: `0 0 ${w} ${height}`, width: w, height, "aria-hidden": "true", focusable: "false" });
  svg.append(drawn("defs", {},
    drawn("pattern", { id: "hatch", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      drawn("line", { x1: 0, y1: 0, x2: 0, y2: 6, class: "hatch" })),
    drawn("pattern", { id: "gone", width: 8, height: 8, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      drawn("line", { x1: 0, y1: 0, x2: 0, y2: 8, class: "gone-line" }))));
  const bars = picture.buckets
    ? picture.buckets.map((bucket) => ({ from: bucket.from, to: bucket.to, bucket }))
    : picture.revisions.map((revision) => ({ from: revision.revision, to: revision.revision, revision }));
  drawSelection(svg);
  drawBars(svg, bars.filter((bar) => bar.to >= state.view.from && bar.from <= state.view.to));
  svg.append(drawn("line", { class: "frame", x1: 0, x2: w, y1: base, y2: base }));
  if (!picture.buckets) drawBrackets(svg);
  drawEnds(svg);
  drawAxis(svg);
  element("picture").replaceChildren(svg);
  describe();
  drawLegend();
  drawTable();
}

function drawSelection(svg) {
  const height = picture.base + picture.down + 14;
  if (state.selected != null && isInView(state.selected)) {
    const size = Math.max(3, x(state.selected + 1) - x(state.selected));
    svg.append(drawn("rect", { class: "selected", x: x(state.selected), y: 1, width: size, height, rx: 3 }));
  }
  picture.mark = drawn("rect", { class: "hover", y: 0, height });
  svg.append(picture.mark);
  moveMark();
}

/// Marks the revision under the pointer, without drawing the picture anew.
function moveMark() {
  const isShown = picture.hover != null && isInView(picture.hover);
  const left = isShown ? x(picture.hover) : 0;
  picture.mark?.setAttribute("x", left);
  picture.mark?.setAttribute("width", isShown ? Math.max(3, x(picture.hover + 1) - left) : 0);
}

/// What grows or changes the list stands above the line, and what is removed from it below. The square
/// root keeps small revisions visible beside large ones.
function drawBars(svg, bars) {
  const { base, up, down, band } = picture;
  const sizes = bars.map((bar) => {
    // A sample stands for all.
    const share = bar.bucket && bar.bucket.read > 0 ? (bar.to - bar.from + 1) / bar.bucket.read : 1;
    const counts = items((bar.bucket ?? bar.revision).counts);
    for (const name of Object.keys(counts)) counts[name] *= share;
    return counts;
  });
  const above = (counts) => counts.inserted + counts.updated + counts.moved + counts.states;
  const most = Math.max(1, ...sizes.map((counts) => Math.max(above(counts), counts.removed)));
  const scale = (count, room) => (count === 0 ? 0 : Math.max(2, Math.sqrt(count / most) * room));
  bars.forEach((bar, index) => {
    const counts = sizes[index];
    const left = x(bar.from);
    const room = x(bar.to + 1) - left;
    const size = Math.max(1, room - (room > 5 ? 1 : 0));
    const group = drawn("g", { class: bar.revision?.takenBackBy ? "undone" : null });
    let y = base;
    const total = scale(above(counts), up - 4);
    for (const kind of ["inserted", "updated", "moved", "states"]) {
      if (counts[kind] === 0) continue;
      const height = (counts[kind] / above(counts)) * total;
      y -= height;
      group.append(drawn("rect", { class: kind, x: left, y, width: size, height }));
    }
    if (counts.removed > 0) {
      group.append(drawn("rect", { class: "removed", x: left, y: base, width: size, height: scale(counts.removed, down - 4) }));
    }
    if (above(counts) + counts.removed === 0) {
      group.append(drawn("rect", { class: "nothing", x: left, y: base - 1, width: size, height: 2 }));
    }
    const faults = bar.bucket ? (bar.bucket.kinds.unreadable ?? 0) + (bar.to - bar.from + 1 - bar.bucket.read > 0 && bar.bucket.read === 0 ? 1 : 0) : bar.revision.kind === "unreadable" ? 1 : 0;
    if (faults > 0) {
      group.append(drawn("rect", { class: "fault", x: left, y: base - up + 4, width: Math.max(4, size), height: up + down - 8 }));
    }
    const origin = bar.bucket ? bar.bucket.origins[0]?.[0] : bar.revision.origin;
    if (origin) {
      group.append(drawn("rect", { class: picture.origins.get(origin) ?? "o-other", x: left, y: base + down, width: size, height: band }));
    }
    svg.append(group);
  });
}

/// Brackets over the revisions of a group, and arcs from an undo or redo to what it takes back.
function drawBrackets(svg) {
  const shown = picture.revisions.filter((revision) => isInView(revision.revision));
  const top = picture.arcs - 2;
  let start = 0;
  for (let index = 1; index <= shown.length; index += 1) {
    if (index < shown.length && shown[index].group === shown[start].group) continue;
    const group = shown[start].group;
    if (group && index - start > 1) {
      const [left, right] = [x(shown[start].revision) + 1, x(shown[index - 1].revision + 1) - 2];
      svg.append(drawn("path", { class: "group", d: `M${left} ${top} v-5 H${right} v5` }));
      if (right - left > 60) {
        const text = drawn("text", { x: left + 4, y: top - 8 });
        text.textContent = plain(group).slice(0, Math.floor((right - left) / 7));
        svg.append(text);
      }
    }
    start = index;
  }
  for (const revision of shown) {
    if (!revision.takesBack) continue;
    const middle = (number) => (x(number) + x(number + 1)) / 2;
    const [from, to] = [middle(revision.revision), middle(Math.max(revision.takesBack, state.view.from - 1))];
    const lift = Math.max(4, Math.min(28, Math.abs(from - to) / 3));
    svg.append(drawn("path", {
      class: `${revision.kind}-arc`, d: `M${from} ${top} C${from} ${top - lift} ${to} ${top - lift} ${to} ${top}${x(1) - x(0) > 7 ? " l-3 -4 m3 4 l4 -3" : ""}`,
    }));
  }
}

/// The compacted part, the present, and who lags.
function drawEnds(svg) {
  const { base, down, arcs } = picture;
  const bottom = base + down + 8;
  if (state.head.oldest > 0 && state.view.from <= oldest()) {
    svg.append(drawn("rect", { class: "gone", x: 0, y: arcs, width: picture.margin, height: bottom - arcs }));
  }
  if (state.view.to === state.head.present) {
    const right = x(state.head.present + 1) + 1;
    svg.append(drawn("line", { class: "present", x1: right, x2: right, y1: 4, y2: bottom }));
  }
  let end = -Infinity;
  const flags = state.head.subscribers.filter((subscriber) => isInView(subscriber.revision) || subscriber.revision === state.view.from - 1)
    .sort((first, second) => first.revision - second.revision);
  for (const subscriber of flags) {
    const place = x(subscriber.revision + 1) - 1;
    const text = subscriber.lag > 0 ? `${plain(subscriber.name)} −${number(subscriber.lag)}` : plain(subscriber.name);
    const room = Math.min(180, text.length * 6.2 + 10);
    svg.append(drawn("line", { class: "flag-pole", x1: place, x2: place, y1: arcs, y2: bottom + 18 }));
    svg.append(drawn("circle", { class: subscriber.lag > 0 ? "flag" : "flag-ok", cx: place, cy: bottom + 20, r: 4 }));
    // Names that would stand on each other are left to the text below.
    const left = place + room + 8 < width() ? place + 7 : place - room;
    if (left > end) {
      const name = drawn("text", { x: left, y: bottom + 24, class: subscriber.lag > 0 ? "strong" : null });
      name.textContent = text.slice(0, 28);
      svg.append(name);
      end = left + room;
    }
  }
}

function drawAxis(svg) {
  const y = picture.height - 6;
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 1e7]
    .find((step) => (step / span()) * width() > 70) ?? 1e8;
  for (let revision = Math.ceil(state.view.from / step) * step; revision <= state.view.to; revision += step) {
    const place = (x(revision) + x(revision + 1)) / 2;
    svg.append(drawn("line", { class: "frame", x1: place, x2: place, y1: y - 14, y2: y - 10 }));
    const isLast = place > width() - 34;
    const text = drawn("text", { x: isLast ? width() - 2 : place, y, "text-anchor": isLast ? "end" : "middle" });
    text.textContent = number(revision);
    svg.append(text);
  }
}

/// Says in words what the picture shows.
function describe() {
  const sum = {};
  let faults = 0;
  let [first, last] = [null, null];
  for (const entry of picture.buckets ?? picture.revisions) {
    for (const [name, count] of Object.entries(entry.counts ?? {})) sum[name] = (sum[name] ?? 0) + count;
    faults += picture.buckets ? entry.kinds.unreadable ?? 0 : entry.kind === "unreadable" ? 1 : 0;
    const times = entry.committed == null ? [] : [entry.committed].flat();
    first ??= times[0] ?? null;
    last = times.at(-1) ?? last;
  }
  const isSampled = (picture.buckets ?? []).some((bucket) => bucket.read < bucket.to - bucket.from + 1 && bucket.read > 0);
  const { from, to } = state.view;
  const words = state.head.present === 0 ? ["The list has no revisions yet."] : [
    `Revisions ${number(from)} to ${number(to)}${first == null ? "" : `, committed ${time(first)}${last > first + 999 ? ` to ${time(last)}` : ""}`}: ${countsText(sum)}${isSampled ? " in a sample of them" : ""}.`,
  ];
  if (state.head.oldest > 0) words.push(`The journal begins after revision ${number(state.head.oldest)}.`);
  const { subscribers, subscriberCount } = state.head;
  if (subscriberCount > 0) {
    words.push(`${plural(subscriberCount, "subscriber")}: ${subscribers.slice(0, 5).map((subscriber) => `${plain(subscriber.name)} ${subscriber.lag === 0 ? "is up to date" : `lags by ${number(subscriber.lag)}`}`).join(", ")}${subscriberCount > 5 ? ", …" : ""}.`);
  }
  element("picture-text").textContent = words.join(" ");
  const broken = picture.revisions.find((revision) => revision.kind === "unreadable");
  alert("rows", faults > 0 ? `${plural(faults, "row")} of the journal between revisions ${number(from)} and ${number(to)} cannot be read.` : null, true,
    broken ? { name: `Show revision ${broken.revision}`, run: () => select(broken.revision) } : faults > 0 ? { name: "Zoom in", run: zoomToFault } : null);
  const slider = element("picture");
  slider.setAttribute("aria-valuemin", Math.min(oldest(), state.head.present));
  slider.setAttribute("aria-valuemax", state.head.present);
  slider.setAttribute("aria-valuenow", state.selected ?? state.head.present);
  const selected = picture.revisions.find((revision) => revision.revision === state.selected);
  slider.setAttribute("aria-valuetext", selected ? revisionText(selected) : `Revision ${number(state.selected ?? 0)}`);
}

function zoomToFault() {
  const bucket = picture.buckets?.find((bucket) => bucket.kinds.unreadable);
  if (bucket) setView(bucket.from, bucket.to);
}

function drawLegend() {
  const entry = (kind, text) => make("span", {}, make("i", { class: `swatch ${kind}`, "aria-hidden": "true" }), make("bdi", {}, text));
  const counts = picture.buckets ?? picture.revisions;
  const has = (...names) => counts.some((entry) => names.some((name) => entry.counts?.[name]));
  const entries = [
    has("insertedItems", "insertedSections") && entry("inserted", "inserted"),
    has("updatedItems", "updatedSections") && entry("updated", "updated"),
    has("movedItems", "movedSections") && entry("moved", "moved"), has("states") && entry("states", "states"),
    has("removedItems", "removedSections") && entry("removed", "removed (below the line)"),
    picture.revisions.some((revision) => revision.takenBackBy) && entry("undone", "taken back (pale)"),
    counts.some((entry) => entry.kind === "unreadable" || entry.kinds?.unreadable) && entry("fault", "unreadable"),
    ...[...picture.origins].map(([origin, kind]) => entry(kind, plain(origin))),
  ];
  element("legend").replaceChildren(...entries.filter(Boolean));
}

function drawTable() {
  const table = element("as-table");
  if (!table.open) return;
  const rows = (picture.buckets ?? picture.revisions).slice(-500).reverse().map((entry) => {
    const revision = entry.revision ?? entry.largest?.revision ?? entry.from;
    const name = entry.revision != null ? number(entry.revision) : `${number(entry.from)} to ${number(entry.to)}`;
    const kind = entry.kind ?? Object.entries(entry.kinds).map(([kind, count]) => `${number(count)} ${kindText[kind]}`).join(", ");
    const origin = entry.origin ?? (entry.origins ?? []).map(([origin]) => origin).join(", ");
    return make("tr", {}, make("td", {}, make("button", { type: "button", class: "link", onclick: () => select(revision) }, name)),
      make("td", {}, kindText[kind] ?? kind), make("td", {}, countsText(entry.counts)), make("td", {}, bdi(origin ?? "")),
      make("td", { class: "number" }, bytes(entry.bytes ?? 0)));
  });
  table.lastElementChild.replaceChildren(tableOf(["Revision", "Kind", "Changes", "Origin", "Row size"], rows));
}

/// The columns of numbers.
const numberHeadings = new Set(["Rows", "Pages", "Bytes", "Number", "Took", "Version", "Row size"]);

function tableOf(headings, rows) {
  return make("table", {}, make("thead", {}, make("tr", {}, headings.map((heading) => make("th", { scope: "col", class: numberHeadings.has(heading) ? "number" : null }, heading)))),
    make("tbody", {}, rows));
}

element("as-table").addEventListener("toggle", drawTable);

// MARK: Pointer and keys on the picture

{
  const area = element("picture");
  const tip = element("tip");
  let drag = null;
  const pointers = new Map();
  let pinch = null;

  const at = (event) => event.clientX - area.getBoundingClientRect().left;

  const showTip = (event) => {
    const revision = revisionAt(at(event));
    if (!isInView(revision)) return hideTip();
    const bucket = picture.buckets?.find((bucket) => revision >= bucket.from && revision <= bucket.to);
    const single = picture.revisions.find((entry) => entry.revision === revision);
    const text = single ? revisionText(single)
      : bucket ? `Revisions ${number(bucket.from)} to ${number(bucket.to)}: ${countsText(bucket.counts)}${bucket.read < bucket.to - bucket.from + 1 ? ` in ${number(bucket.read)} of them` : ""}` : `Revision ${number(revision)}`;
    tip.textContent = text;
    tip.hidden = false;
    const box = area.offsetParent.getBoundingClientRect();
    const left = Math.min(Math.max(8, event.clientX - box.left + 12), box.width - Math.min(320, box.width) - 8);
    tip.style.left = `${Math.max(8, left)}px`;
    tip.style.top = `${area.offsetTop + 12}px`;
    picture.hover = revision;
    moveMark();
  };
  const hideTip = () => {
    tip.hidden = true;
    picture.hover = null;
    moveMark();
  };

  area.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    pointers.set(event.pointerId, event.clientX);
    if (pointers.size === 2) {
      pinch = { distance: distance(), view: { ...state.view } };
      drag = null;
      return;
    }
    drag = { x: event.clientX, view: { ...state.view }, isMoved: false };
    area.setPointerCapture(event.pointerId);
  });
  const distance = () => {
    const [first, second] = [...pointers.values()];
    return Math.max(10, Math.abs(first - second));
  };
  area.addEventListener("pointermove", (event) => {
    if (pointers.has(event.pointerId)) pointers.set(event.pointerId, event.clientX);
    if (pinch && pointers.size === 2) {
      const factor = pinch.distance / distance();
      const middle = (pinch.view.from + pinch.view.to) / 2;
      const half = ((pinch.view.to - pinch.view.from + 1) * factor) / 2;
      return setView(middle - half, middle + half);
    }
    if (!drag) return event.pointerType === "mouse" ? showTip(event) : undefined;
    const moved = event.clientX - drag.x;
    if (Math.abs(moved) > 5) drag.isMoved = true;
    if (!drag.isMoved) return;
    const count = drag.view.to - drag.view.from + 1;
    const shift = Math.round((-moved / width()) * count);
    if (state.view.from !== drag.view.from + shift) setView(drag.view.from + shift, drag.view.to + shift);
  });
  const finish = (event) => {
    pointers.delete(event.pointerId);
    if (pointers.size < 2) pinch = null;
    if (drag && !drag.isMoved && event.type === "pointerup") {
      const revision = revisionAt(at(event));
      if (isInView(revision)) {
        const bucket = picture.buckets?.find((bucket) => revision >= bucket.from && revision <= bucket.to);
        select(bucket?.largest?.revision ?? revision);
      }
    }
    drag = null;
  };
  area.addEventListener("pointerup", finish);
  area.addEventListener("pointercancel", finish);
  area.addEventListener("pointerleave", hideTip);
  area.addEventListener("dblclick", (event) => zoom(0.4, revisionAt(at(event))));
  area.addEventListener("wheel", (event) => {
    // Without a modifier the page scrolls, unless it is sidewards.
    if (event.ctrlKey || event.metaKey || event.altKey) {
      event.preventDefault();
      zoom(event.deltaY > 0 ? 1.25 : 0.8, revisionAt(at(event)));
    } else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      pan(Math.sign(event.deltaX) * Math.max(1, Math.round(span() / 20)));
    }
  }, { passive: false });
  area.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const far = Math.max(10, Math.round(span() / 10));
    const quarter = Math.max(1, Math.round(span() / 4));
    const actions = {
      ArrowLeft: () => (event.shiftKey ? pan(-quarter) : step(-1)), ArrowRight: () => (event.shiftKey ? pan(quarter) : step(1)),
      ArrowDown: () => step(-1), ArrowUp: () => step(1), PageDown: () => step(-far), PageUp: () => step(far),
      Home: () => select(oldest()), End: () => select(state.head.present), "+": () => zoom(0.5), "=": () => zoom(0.5), "-": () => zoom(2),
      0: () => setView(oldest(), state.head.present),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  new ResizeObserver(() => state.view && loadView()).observe(area);
}

// MARK: Choosing a revision

function step(count) {
  select((state.selected ?? state.head.present) + count);
}

function select(revision, { keepsView = false } = {}) {
  const least = Math.min(state.head.oldest > 0 ? oldest() : Math.min(1, state.head.present), state.head.present);
  const selected = Math.min(Math.max(revision, least), state.head.present);
  state.follows = selected === state.head.present;
  state.selected = selected;
  element("revision").value = selected;
  if (!keepsView && !isInView(selected)) setView(selected - span() / 2, selected + span() / 2);
  else draw();
  rememberAddress();
  loadRevision();
  if (state.tab === "row") loadRow();
}

let addressTimer = null;
function rememberAddress() {
  // Browsers limit how often the address may change.
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => {
    const address = new URLSearchParams();
    if (state.tab !== "history") address.set("tab", state.tab);
    if (!state.follows && state.selected != null) address.set("at", state.selected);
    if (state.key) address.set("key", state.key);
    history.replaceState(null, "", address.size > 0 ? `#${address}` : location.pathname);
  }, 250);
}

function readAddress() {
  const address = new URLSearchParams(location.hash.slice(1));
  const at = Number(address.get("at"));
  if (Number.isInteger(at) && at > 0) {
    state.selected = at;
    state.follows = false;
  }
  if (/^[ihf][1-9][0-9]{0,12}$/.test(address.get("key") ?? "")) state.key = address.get("key");
  if (tabs.includes(address.get("tab"))) state.tab = address.get("tab");
}

element("go-first").addEventListener("click", () => select(oldest()));
element("go-back").addEventListener("click", () => step(-1));
element("go-on").addEventListener("click", () => step(1));
element("go-last").addEventListener("click", () => select(state.head.present));
element("zoom-in").addEventListener("click", () => zoom(0.5));
element("zoom-out").addEventListener("click", () => zoom(2));
element("zoom-all").addEventListener("click", () => setView(oldest(), state.head.present));
element("revision").addEventListener("change", () => {
  const revision = Number(element("revision").value.replaceAll(/[,.\s]/g, ""));
  if (Number.isInteger(revision)) select(revision);
  else element("revision").value = state.selected;
});

// MARK: One revision

const askRevision = latest();
const askList = latest();
let loadTimer = null;

/// Shows the selected revision. While a person goes quickly through time, only the last one is asked for.
function loadRevision() {
  clearTimeout(loadTimer);
  loadTimer = setTimeout(() => {
    const revision = state.selected;
    if (revision == null) return;
    askList("list", { at: revision, touched: 1, count: 60 }, (answer, error) => showList(answer, error));
    if (revision === 0) return element("batch").replaceChildren(make("p", { class: "note" }, "The list is empty and has no revisions yet."));
    askRevision(`revision/${revision}`, {}, (answer, error) => {
      if (error) {
        const actions = error.oldest == null ? [] : [make("button", { type: "button", onclick: () => select(error.oldest + 1) }, "Show the oldest one that is kept")];
        element("batch").replaceChildren(make("div", { class: "note" }, make("p", {}, error.message), ...actions));
      } else {
        showRevision(answer);
      }
    });
  }, 60);
}

const link = (text, run) => make("button", { type: "button", class: "link", onclick: run }, text);
const linkTo = (revision) => link(number(revision), () => select(revision));

const digestText = {
  intact: ["good", "digest matches"], altered: ["bad", "altered: the digest does not match"],
  modelGone: ["bad", "a model it wrote is gone"], unreadable: ["bad", "the row cannot be read"],
  notChecked: ["warn", "digest not checked: too many changes"],
};

function showRevision(revision) {
  const row = revision.row ?? {};
  const [digestClass, digestWords] = digestText[row.digestState] ?? ["", ""];
  alert("digest", digestClass === "bad" ? `revision ${number(revision.revision)}: ${digestWords}.` : null, true);
  alert("fault", revision.fault ? `revision ${number(revision.revision)}: ${plain(revision.fault)}` : null, true);
  const marks = [
    ...chips(revision.counts),
    revision.kind !== "change" && make("li", { class: revision.kind === "unreadable" ? "bad" : "warn" }, kindText[revision.kind]),
    revision.takesBack && make("li", {}, "takes back ", linkTo(revision.takesBack)),
    revision.takenBackBy && make("li", { class: "warn" }, "taken back by ", linkTo(revision.takenBackBy)),
    digestWords && make("li", { class: digestClass }, digestWords),
  ];
  const facts = make("dl", {},
    fact("Origin", revision.origin && bdi(revision.origin)), fact("Group", revision.group && bdi(revision.group)),
    fact("Said to be of", revision.at && bdi(revision.at)), fact("Committed", revision.committed && time(revision.committed)),
    fact("List", revision.source && `${number(revision.source.items)} → ${plural(revision.target.items, "item")}, ${number(revision.source.sections)} → ${plural(revision.target.sections, "section")}`),
    fact("Undo then", stepsText(revision.steps, "undo")), fact("Redo then", stepsText(revision.steps, "redo")),
    fact("To take it back", revision.inverse && countsText(revision.inverse)));
  const children = [
    make("h2", {}, `Revision ${number(revision.revision)}`), make("ul", { class: "chips" }, marks.filter(Boolean)), facts,
    revision.fault && make("p", { class: "bad" }, plain(revision.fault)),
    revision.tooLarge && make("p", { class: "note" }, plain(revision.tooLarge)),
  ];
  if (revision.operations?.length > 0) children.push(new Player(revision).root);
  if (revision.states?.length > 0) children.push(statesOf(revision));
  if (revision.mapping && revision.operationCount > 0) children.push(folded("Mapping", mappingOf(revision.mapping)));
  if (revision.log || revision.logOmitted) {
    children.push(folded("Changeset, as a line of a log", revision.log
      ? make("div", {}, make("pre", {}, plain(revision.log)), copyButton(revision.log))
      : make("p", { class: "quiet" }, plain(revision.logOmitted))));
  }
  if (revision.row) children.push(folded(`Row of the journal, ${bytes(row.bytes)}`, rowOf(row), digestClass === "bad"));
  // What a person opened stays open from revision to revision.
  const open = new Set([...element("batch").querySelectorAll("details[open] > summary")].map((summary) => summary.dataset.name));
  element("batch").replaceChildren(make("div", { class: "card" }, children.filter(Boolean)));
  for (const summary of element("batch").querySelectorAll("details > summary")) {
    if (open.has(summary.dataset.name)) summary.parentElement.open = true;
  }
}

function fact(name, value) {
  return value == null || value === "" || value === false ? null : [make("dt", {}, name), make("dd", {}, value)].flat();
}

function stepsText(steps, name) {
  if (!steps) return null;
  if (steps.fault) return make("span", { class: "bad" }, plain(steps.fault));
  const revisions = steps[name];
  if (revisions.length === 0) return steps.compacted && name === "undo" ? "no longer known: compacted" : "nothing";
  const words = [`would take back ${revisions.length > 1 ? "revisions " : "revision "}`];
  revisions.slice(0, 6).forEach((revision, index) => words.push(index > 0 ? ", " : "", linkTo(revision)));
  if (steps[`${name}Count`] > 6) words.push(` and ${number(steps[`${name}Count`] - 6)} more`);
  return make("span", {}, words);
}

function folded(title, content, isOpen = false) {
  const summary = make("summary", {}, title);
  summary.dataset.name = title.split(",")[0];
  return make("details", { open: isOpen }, summary, content);
}

function copyButton(text) {
  const button = make("button", { type: "button" }, "Copy");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Cannot copy";
    }
  });
  return button;
}

function statesOf(revision) {
  const rows = revision.states.map((entry) => make("tr", {},
    make("td", {}, link(entry.key, () => showRowOf(entry.key)), entry.place == null ? "" : ` at ${path(entry.place)}`),
    make("td", { class: "mono" }, plain(entry.scope)),
    make("td", { class: "mono" }, entry.before === undefined ? make("span", { class: "quiet" }, "none") : plain(JSON.stringify(entry.before))),
    make("td", { class: "mono" }, entry.after === undefined ? make("span", { class: "quiet" }, "forgotten") : plain(JSON.stringify(entry.after)))));
  const rest = revision.stateCount - revision.states.length;
  return make("div", {}, make("h3", {}, `States, ${number(revision.stateCount)}`),
    make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "States" }, tableOf(["Row", "Scope", "Before", "After"], rows)),
    rest > 0 && make("p", { class: "quiet small" }, `${number(rest)} more`));
}

function mappingOf(mapping) {
  const texts = {
    updatedItems: ["Updated", (pair) => `${path(pair[0])} → ${path(pair[1])}`], removedItems: ["Removed", path],
    movedItems: ["Moved", (pair) => `${path(pair[0])} → ${path(pair[1])}`], insertedItems: ["Inserted", path],
    updatedSections: ["Sections updated", String], removedSections: ["Sections removed", String],
    movedSections: ["Sections moved", (pair) => `${pair[0]} → ${pair[1]}`], insertedSections: ["Sections inserted", String],
  };
  return make("dl", { class: "mono" }, Object.entries(texts).filter(([name]) => mapping[name]).flatMap(([name, [title, text]]) => {
    const rest = (mapping.counts[name] ?? 0) - mapping[name].length;
    return [make("dt", {}, title), make("dd", {}, mapping[name].map(text).join("  ") + (rest > 0 ? `  … ${number(rest)} more` : ""))];
  }));
}

function rowOf(row) {
  const names = [
    ["digest", "digest"], ["digestState", "checked"], ["pages", "pages"], ["committed", "committed"], ["origin", "origin"], ["at", "at"],
    ["userInfo", "user_info"], ["group", "step_group"], ["takesBack", "takes_back"], ["undo", "undo"], ["redo", "redo"],
    ["nextItem", "next_item"], ["nextSection", "next_section"], ["nextLeaf", "next_leaf"],
  ];
  return make("div", {}, make("dl", { class: "mono" }, names.flatMap(([key, name]) => fact(name, row[key] == null ? null : plain(row[key])) ?? [])),
    make("p", { class: "quiet small" }, `change, ${bytes(row.changeBytes ?? 0)}`), make("pre", {}, plain(row.change ?? "")));
}

// MARK: Playing a batch

const signs = { inserted: "+", removed: "−", updated: "~", moved: "→" };

/// The list before a batch in a few cells, and its operations, which are applied to it one by one.
class Player {
  constructor(revision) {
    this.revision = revision;
    this.operations = revision.operations;
    this.position = this.operations.length;
    this.timer = null;
    const button = (text, title, run) => make("button", { type: "button", title, "aria-label": title, onclick: run }, text);
    this.playButton = button("▶ Play", "Play the operations", () => this.toggle());
    this.text = make("span", { class: "quiet small", role: "status" });
    this.stage = make("div", { class: "stage", tabindex: "0", role: "group", "aria-label": "The rows that the batch touches" });
    this.list = make("ol", { class: "steps" }, this.operations.map((operation, index) => make("li", {},
      make("button", { type: "button", onclick: () => this.go(index + 1) }, make("span", { class: "number" }, String(index + 1)),
        make("span", { class: "what" }, operationText(operation)), bdi((operation.rows ?? []).slice(0, 3).map((row) => changeText(row.former, row.model)).join(", "))))));
    const rest = revision.operationCount - this.operations.length;
    this.root = make("div", {}, make("h3", {}, `${plural(revision.operationCount, "operation")}, one by one`),
      make("div", { class: "toolbar" }, make("div", { class: "buttons", role: "group", "aria-label": "Steps" },
        button("⏮", "Before the first operation", () => this.go(0)), button("◀", "One operation back", () => this.go(this.position - 1)),
        this.playButton, button("▶|", "One operation on", () => this.go(this.position + 1)), button("⏭", "After the last operation", () => this.go(this.operations.length))), this.text),
      revision.stage ? this.stage : null, this.list, rest > 0 ? make("p", { class: "quiet small" }, `${number(rest)} more operations are not shown.`) : null);
    this.show(false);
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.position >= this.operations.length) this.go(0);
    this.playButton.textContent = "⏸ Pause";
    const next = () => {
      // The revision may have been left meanwhile.
      if (!this.root.isConnected || this.position >= this.operations.length) return this.pause();
      this.show(true, this.position + 1);
      this.timer = setTimeout(next, this.operations.length > 20 ? 500 : 1000);
    };
    this.timer = setTimeout(next, 400);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.playButton.textContent = "▶ Play";
  }

  go(position) {
    this.pause();
    this.show(true, Math.min(Math.max(0, position), this.operations.length));
  }

  show(isAnimated, position = this.position) {
    this.position = position;
    const operation = this.operations[position - 1];
    this.text.textContent = position === 0 ? `before the first of ${this.operations.length}` : `${position} of ${this.operations.length}: ${operationText(operation)}`;
    [...this.list.children].forEach((item, index) => {
      const button = item.firstElementChild;
      if (index === position - 1) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    if (isAnimated) this.list.children[Math.max(0, position - 1)]?.scrollIntoView({ block: "nearest" });
    if (this.revision.stage) this.render(isAnimated && !isStill.matches);
  }

  /// Draws the list at the present position. What stays glides to its place.
  render(isAnimated) {
    const before = new Map();
    if (isAnimated) for (const node of this.stage.querySelectorAll("[data-id]")) before.set(node.dataset.id, node.getBoundingClientRect());
    const scroll = this.stage.scrollTop;
    const scene = new Scene(this.revision.stage, this.operations.slice(0, this.position));
    this.stage.replaceChildren(...scene.sections.map((section, index) => drawSection(section, scene.indexOf(index))));
    this.stage.scrollTop = scroll;
    const now = this.stage.querySelector(".now");
    if (now && this.root.isConnected) this.reveal(now);
    if (!isAnimated) return;
    const options = { duration: 420, easing: "ease-in-out" };
    for (const node of this.stage.querySelectorAll("[data-id]")) {
      const former = before.get(node.dataset.id);
      const box = node.getBoundingClientRect();
      if (!former) {
        node.animate([{ opacity: 0, transform: "translateX(-24px)" }, { opacity: 1, transform: "none" }], options);
      } else if (Math.abs(former.top - box.top) > 1 || Math.abs(former.left - box.left) > 1) {
        node.animate([{ transform: `translate(${former.left - box.left}px, ${former.top - box.top}px)` }, { transform: "none" }], options);
      }
    }
  }

  /// Scrolls the stage, and not the page, to a cell.
  reveal(node) {
    const [frame, box] = [this.stage.getBoundingClientRect(), node.getBoundingClientRect()];
    if (box.top < frame.top || box.bottom > frame.bottom) this.stage.scrollTop += box.top - frame.top - frame.height / 3;
  }
}

function operationText(operation) {
  const { op, section, start, count, from, to } = operation;
  const range = (first, count) => (count === 1 ? `${first}` : `${first}–${first + count - 1}`);
  switch (op) {
    case "removeItems": return `remove ${plural(count, "item")} at ${section}:${range(start, count)}`;
    case "insertItems": return `insert ${plural(count, "item")} at ${section}:${range(start, count)}`;
    case "updateItems": return `update ${plural(count, "item")} at ${section}:${range(start, count)}`;
    case "moveItem": return `move the item at ${path(from)} to ${path(to)}`;
    case "removeSections": return `remove ${plural(count, "section")} at ${range(start, count)}`;
    case "insertSections": return `insert ${plural(count, "section")} at ${range(start, count)}`;
    case "moveSection": return `move section ${from} to ${to}`;
    case "updateSection": return `update section ${section}`;
    default: return op;
  }
}

/// What is new in a model: the members that differ, or all of it.
function changeText(former, model) {
  const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
  if (former === undefined) return label(model ?? undefined);
  if (!isObject(former) || !isObject(model)) return `${label(former)} → ${label(model)}`;
  const names = [...new Set([...Object.keys(former), ...Object.keys(model)])]
    .filter((name) => JSON.stringify(former[name]) !== JSON.stringify(model[name]));
  const short = (value) => (value === undefined ? "none" : (typeof value === "string" ? value : JSON.stringify(value)).slice(0, 40));
  const changes = names.slice(0, 3).map((name) => `${name}: ${short(former[name])} → ${short(model[name])}`);
  return names.length === 0 ? `${label(model)} (as before)` : changes.join(", ") + (names.length > 3 ? ", …" : "");
}

/// Rows and runs of rows, on which operations are applied by index. A run is split where an operation
/// falls into it. What is removed stays to be seen, without a weight: no index counts it.
class Scene {
  constructor(stage, operations) {
    this.sections = stage.sections.map((section, index) => section.run
      ? { id: `s${index}`, weight: section.run, isRun: true }
      : { id: section.key, weight: 1, model: section.model, cells: section.cells.map((cell, place) => (cell.run
        ? { id: `${section.key}.${place}`, weight: cell.run, isRun: true } : { id: cell.key, weight: 1, model: cell.model })) });
    operations.forEach((operation, index) => {
      if (index === operations.length - 1) this.isLast = true;
      this.apply(operation, index);
    });
  }

  /// How many sections stand before the one at a place.
  indexOf(place) {
    return this.sections.slice(0, place).reduce((sum, section) => sum + section.weight, 0);
  }

  /// Returns the place in a row at which `index` begins; a run around it is split.
  split(row, index) {
    let place = 0;
    let start = 0;
    while (place < row.length && start + row[place].weight <= index) {
      start += row[place].weight;
      place += 1;
    }
    const offset = index - start;
    if (offset > 0 && place < row.length) {
      const run = row[place];
      row.splice(place, 1, { ...run, weight: offset }, { ...run, id: `${run.id}/${offset}`, weight: run.weight - offset });
      place += 1;
    }
    return place;
  }

  /// Takes some out of a row. What was removed before stays where it is.
  take(row, index, count) {
    const first = this.split(row, index);
    const end = this.split(row, index + count);
    const taken = row.slice(first, end);
    row.splice(first, end - first, ...taken.filter((cell) => cell.weight === 0));
    return taken.filter((cell) => cell.weight > 0);
  }

  /// Takes the weight from some cells of a row, which stay as removed ones.
  remove(row, index, count) {
    const first = this.split(row, index);
    const end = this.split(row, index + count);
    for (const cell of row.slice(first, end)) {
      if (cell.weight === 0) continue;
      cell.count = cell.weight;
      cell.weight = 0;
      cell.kind = "removed";
      if (this.isLast) cell.isNow = true;
    }
  }

  /// Returns the cells of a section; those of one in a run are not known.
  cells(index) {
    const place = this.split(this.sections, index);
    this.split(this.sections, index + 1);
    return this.sections[place]?.cells;
  }

  mark(cells, kind) {
    for (const cell of cells) {
      // What was inserted stays so when it is moved or updated.
      if (cell.kind !== "inserted") cell.kind = kind;
      if (this.isLast) cell.isNow = true;
    }
  }

  /// Makes the cells of what an operation brings: those with models, and a run for the others.
  arrivals(operation, index) {
    const cells = (operation.rows ?? []).map((row) => ({ id: row.key, weight: 1, model: row.model }));
    const rest = operation.count - cells.length;
    if (rest > 0) cells.push({ id: `n${index}`, weight: rest, isRun: true });
    return cells;
  }

  apply(operation, index) {
    const { op, section, start, count, from, to } = operation;
    switch (op) {
      case "removeItems": {
        const cells = this.cells(section);
        if (cells) this.remove(cells, start, count);
        break;
      }
      case "insertItems": {
        const cells = this.cells(section);
        const arrivals = this.arrivals(operation, index);
        this.mark(arrivals, "inserted");
        if (cells) cells.splice(this.split(cells, start), 0, ...arrivals);
        break;
      }
      case "updateItems": {
        const cells = this.cells(section);
        if (!cells) break;
        const updated = this.take(cells, start, count);
        updated.forEach((cell) => {
          const row = operation.rows?.find((row) => row.key === cell.id);
          if (row) cell.model = row.model;
        });
        this.mark(updated, "updated");
        cells.splice(this.split(cells, start), 0, ...updated);
        break;
      }
      case "moveItem": {
        const source = this.cells(from[0]);
        const moved = source ? this.take(source, from[1], 1) : [{ id: `m${index}`, weight: 1, isRun: true }];
        this.mark(moved, "moved");
        const target = this.cells(to[0]);
        if (target) target.splice(this.split(target, to[1]), 0, ...moved);
        break;
      }
      case "removeSections":
        this.remove(this.sections, start, count);
        break;
      case "insertSections": {
        const arrivals = this.arrivals(operation, index).map((arrival) => (arrival.isRun ? arrival : { ...arrival, cells: [] }));
        this.mark(arrivals, "inserted");
        this.sections.splice(this.split(this.sections, start), 0, ...arrivals);
        break;
      }
      case "moveSection": {
        const moved = this.take(this.sections, from, 1);
        this.mark(moved, "moved");
        this.sections.splice(this.split(this.sections, to), 0, ...moved);
        break;
      }
      case "updateSection": {
        const updated = this.take(this.sections, section, 1);
        for (const target of updated) if (operation.rows?.[0]) target.model = operation.rows[0].model;
        this.mark(updated, "updated");
        this.sections.splice(this.split(this.sections, section), 0, ...updated);
        break;
      }
    }
  }
}

function drawSection(section, index) {
  const node = section.isRun || !section.cells
    ? make("div", { class: "cell run" }, `… ${plural(section.weight || section.count, "section")} …`)
    : make("div", { class: `section ${section.kind ?? ""}` },
      make("div", { class: `title ${section.isNow ? "now" : ""}` }, `${section.kind ? `${signs[section.kind]} ` : ""}Section ${section.weight > 0 ? `${number(index)}: ` : ""}`, bdi(label(section.model ?? undefined))),
      drawCells(section.cells));
  if (node.classList.contains("run")) node.dataset.id = `S${section.id}`;
  return node;
}

function drawCells(cells) {
  let index = 0;
  return make("div", { class: "cells" }, cells.map((cell) => {
    const first = index;
    index += cell.weight;
    const node = cell.isRun
      ? make("div", { class: `cell run ${cell.kind ?? ""} ${cell.isNow ? "now" : ""}` }, make("span", { class: "mark" }, signs[cell.kind] ?? ""), `… ${plural(cell.weight || cell.count, "item")} …`)
      : make("div", { class: `cell ${cell.kind ?? ""} ${cell.isNow ? "now" : ""}` }, make("span", { class: "mark" }, signs[cell.kind] ?? ""),
        make("span", { class: "index" }, cell.weight > 0 ? number(first) : ""), bdi(label(cell.model), cell.id));
    node.dataset.id = cell.id;
    return node;
  }));
}

// MARK: The list at a revision

function showList(list, error) {
  const root = element("list");
  if (error) {
    root.replaceChildren(make("div", { class: "note" }, make("h2", {}, "The list then"), make("p", {}, error.message)));
    return;
  }
  const touched = list.rows.filter((row) => row.change || row.states).length;
  const go = (first) => askList("list", { at: list.revision, first: Math.max(0, first), count: 60 }, showList);
  const end = list.first + list.rows.length;
  const navigation = make("div", { class: "buttons" },
    make("button", { type: "button", disabled: list.first === 0, onclick: () => go(0) }, "⏮ Begin"),
    make("button", { type: "button", disabled: list.first === 0, onclick: () => go(list.first - 60) }, "▲ Before"),
    make("button", { type: "button", disabled: end >= list.slots, onclick: () => go(end) }, "▼ After"),
    make("button", { type: "button", disabled: end >= list.slots, onclick: () => go(list.slots - 60) }, "⏭ End"),
    make("button", { type: "button", onclick: () => askList("list", { at: list.revision, touched: 1, count: 60 }, showList) }, "To the change"));
  const rows = list.rows.filter((row) => row.kind !== "footer" || row.states).map((row) => rowItem(row));
  const removed = list.removed.map((row) => rowItem({ ...row, kind: "item", change: "removed", section: row.path[0], item: row.path[1] }));
  const rest = list.removedCount - list.removed.length;
  const table = make("ul", { class: "rows" }, rows);
  root.replaceChildren(make("div", { class: "card" },
    make("h2", {}, `The list at revision ${number(list.revision)}`),
    make("p", { class: "quiet small" }, `${plural(list.items, "item")} in ${plural(list.sections, "section")}; rows ${number(Math.min(list.first + 1, list.slots))} to ${number(end)} of ${number(list.slots)}${touched > 0 ? `, ${touched} of them touched by the revision` : ""}${list.unmarked ? "; too many changes to mark" : ""}`),
    navigation, rows.length > 0 ? table : make("p", { class: "quiet" }, "Nothing is in the list here."),
    list.removedCount > 0 && make("div", {}, make("h3", {}, `Removed by the revision, ${number(list.removedCount)}`), make("ul", { class: "rows" }, removed),
      rest > 0 && make("p", { class: "quiet small" }, `${number(rest)} more`))));
  // The first touched row is in sight without moving the page, or where one was removed.
  const first = list.slot == null ? null : table.querySelector(`li[data-slot="${Number(list.slot)}"]`);
  if (first) table.scrollTop = first.offsetTop - table.clientHeight / 3;
}

function rowItem(row) {
  const place = row.kind === "item" ? `${number(row.section)}:${number(row.item)}` : `${row.kind} ${number(row.section)}`;
  const text = row.model === undefined || row.model === null ? (row.kind === "item" ? "no model" : "") : label(row.model);
  return make("li", { class: `${row.kind} ${row.change ?? ""}`, "data-slot": row.slot },
    make("button", { type: "button", title: `${row.key}: ${plain(JSON.stringify(row.model ?? null)).slice(0, 400)}`, onclick: () => showRowOf(row.key) },
      make("span", { class: "mark", "aria-label": row.change ?? null, role: row.change ? "img" : null }, signs[row.change] ?? ""),
      make("span", { class: "index" }, place), bdi(text), row.states ? make("span", { class: "states" }, "= state") : null));
}

// MARK: One row

const askRow = latest();

function showRowOf(key) {
  state.key = key;
  element("row-key").value = key;
  chooseTab("row");
}

function loadRow(before) {
  if (!state.key) return element("row").replaceChildren(make("p", { class: "note" }, "Choose a row of the list, or name one by its key."));
  element("row-key").value = state.key;
  rememberAddress();
  askRow("row", { key: state.key, at: state.selected, before }, (row, error) => {
    if (error) return element("row").replaceChildren(make("p", { class: "note" }, error.message));
    showRow(row, before);
  });
}

let knownMoves = { key: null, moves: [] };

function showRow(row, before) {
  if (before == null || knownMoves.key !== row.key) knownMoves = { key: row.key, moves: [] };
  // Each search finds the moves of some revisions; the rest of the history is always whole.
  const known = new Set(knownMoves.moves.map((event) => event.revision));
  knownMoves.moves.push(...row.history.filter((event) => event.what === "moved" && !known.has(event.revision)));
  const history = [...row.history.filter((event) => event.what !== "moved"), ...knownMoves.moves].sort((first, second) => second.revision - first.revision);
  const isChanged = JSON.stringify(row.before) !== JSON.stringify(row.after);
  const models = row.before !== undefined && row.after !== undefined && isChanged
    ? [model("Before", row.before, row.after, "taken", row.beforeCut), model("After", row.after, row.before, "added", row.afterCut)]
    : [model(row.after === undefined ? "Before it was removed" : "Model", row.after ?? row.before, null, null, row.afterCut)];
  const states = row.states.map((entry) => make("tr", {}, make("td", { class: "mono" }, plain(entry.scope)), make("td", { class: "mono" }, plain(JSON.stringify(entry.value))),
    make("td", { class: "number" }, String(entry.valueVersion ?? 1))));
  const words = { inserted: "inserted", updated: "model updated", written: "model written", removed: "removed", moved: "moved", state: "state written", forgotten: "state forgotten" };
  const events = history.map((event) => make("tr", {}, make("td", { class: "number" }, event.compacted ? number(event.revision) : linkTo(event.revision)),
    make("td", {}, words[event.what] ?? event.what, event.from ? ` ${path(event.from)} → ${path(event.to)}` : ""), make("td", { class: "mono" }, plain(event.scope ?? ""))));
  element("row").replaceChildren(make("div", { class: "card" }, make("h2", {}, `${row.name} at revision ${number(row.revision)}`),
    make("p", {}, placeText(row)), row.fault && make("p", { class: "bad" }, plain(row.fault)),
    make("div", { class: "models" }, row.after === undefined && row.before === undefined ? make("p", { class: "quiet" }, "It was not in the list then.") : models),
    make("h3", {}, `States, ${number(row.stateCount)}`), states.length > 0 ? tableOf(["Scope", "State", "Version"], states) : make("p", { class: "quiet" }, "none"),
    make("h3", {}, "History"), make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "History" }, tableOf(["Revision", "What", "Scope"], events)),
    row.historyCut && make("p", { class: "quiet small" }, "Only the newest of its many models and states."),
    row.searchedAll === false && make("p", { class: "small" }, `Moves were looked for from revision ${number(row.searchedTo)} on. `, link("Look further back", () => loadRow(row.searchedTo))),
    row.tree != null && make("div", {}, make("h3", {}, `Tree of components at revision ${number(row.treeRevision ?? 0)}`), make("pre", { class: "scroll", tabindex: "0" }, plain(row.tree))),
    row.treeFault && make("p", { class: "bad" }, plain(row.treeFault))));
}

function placeText(row) {
  if (row.place == null) return row.formerPlace == null ? "Not in the list." : `Removed by this revision from ${path(row.formerPlace)}.`;
  if (row.formerPlace == null && row.revision > row.oldest) return `Inserted by this revision at ${path(row.place)}.`;
  const isSame = row.formerPlace == null || JSON.stringify(row.place) === JSON.stringify(row.formerPlace);
  return isSame ? `At ${path(row.place)}.` : `At ${path(row.place)}, before at ${path(row.formerPlace)}.`;
}

/// Shows a model as JSON; lines that the other one does not have are marked.
function model(title, value, other, kind, isCut) {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2) ?? "null";
  const others = new Set((other == null ? "" : typeof other === "string" ? other : JSON.stringify(other, null, 2)).split("\n").map((line) => line.replace(/,$/, "")));
  const lines = text.split("\n").map((line) => make("span", { class: `line ${kind && !others.has(line.replace(/,$/, "")) ? kind : ""}`, dir: "auto" }, plain(line) || " "));
  return make("div", {}, make("h3", {}, title), make("pre", { tabindex: "0" }, lines), isCut ? make("p", { class: "quiet small" }, "Shortened.") : null);
}

element("row-form").addEventListener("submit", (event) => {
  event.preventDefault();
  state.key = element("row-key").value.trim();
  loadRow();
});

// MARK: Pending

const askPending = latest();

const reach = (reach) => (reach.items == null ? `${number(reach.points)} points` : plural(reach.items, "item"));

function loadPending() {
  askPending("pending", {}, (answer, error) => {
    if (error) return element("pending").replaceChildren(make("p", { class: "note" }, error.message));
    showPending(answer);
  });
}

function showPending(answer) {
  const root = element("pending");
  if (!answer.live) {
    root.replaceChildren(make("p", { class: "note" }, "The server does not have this list open for writing, so nothing waits in it. Its file is written by other processes; what they have not committed cannot be seen from here."));
    return;
  }
  const recent = answer.recent;
  alert("failed", recent?.failed.length > 0 ? `${plural(recent.failed.length, "modification")} of this process failed or were refused.` : null, false,
    { name: "Show", run: () => chooseTab("pending") });
  const range = answer.workingRange;
  const rows = (modifications) => modifications.map((entry) => make("tr", {}, make("td", { class: "number" }, String(entry.id)), make("td", {}, entry.kind),
    make("td", { class: entry.error ? "bad" : "" }, entry.state), make("td", {}, bdi(entry.origin ?? "")), make("td", {}, plain(entry.tree ?? "")),
    make("td", { class: "number" }, entry.milliseconds == null ? "" : `${entry.milliseconds.toFixed(1)} ms`), make("td", {}, entry.revision ? linkTo(entry.revision) : plain(entry.error ?? ""))));
  const table = (title, modifications, empty) => make("div", {}, make("h3", {}, title), modifications.length > 0
    ? make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": title }, tableOf(["Number", "Kind", "State", "Origin", "Row", "Took", "Outcome"], rows(modifications)))
    : make("p", { class: "quiet" }, empty));
  root.replaceChildren(make("div", { class: "card" }, make("h2", {}, "The list in this process"),
    make("dl", {}, fact("Revision", number(answer.revision)), fact("Pending", number(answer.pendingCount ?? 0)),
      fact("Extents", answer.extents && `${number(Math.round(answer.extents.length))} points, ${answer.extents.axis}, ${number(answer.extents.unmeasured)} items never measured`),
      fact("Working range", range && `${number(range.enteredCount)} items${range.first == null ? "" : `, ${number(range.first)} to ${number(range.last ?? range.first)}`}; ${number(range.shownCount)} outputs kept of at most ${number(range.countMax)}; ${reach(range.ahead)} ahead, ${reach(range.behind)} behind, scrolling ${range.forward ? "forward" : "backward"}`),
      fact("Unreadable", range?.unreadable.length > 0 && make("span", { class: "bad" }, range.unreadable.join(", ")))),
    recent ? [table(`Waiting, ${number(recent.waitingCount)}`, recent.waiting, "nothing"), table("Failed and refused", recent.failed, "none"),
      make("h3", {}, "Events"), recent.events.length > 0 ? make("ul", { class: "mono" }, recent.events.map((event) => make("li", {}, plain(JSON.stringify(event))))) : make("p", { class: "quiet" }, "none"),
      table("Applied", recent.finished, "none"), recent.missedEvents > 0 && make("p", { class: "warn" }, `${number(recent.missedEvents)} events were missed.`)]
      : make("p", { class: "quiet" }, "The application has given no RecentModifications to its list, so only numbers are known.")));
}

// MARK: Storage

const askTables = latest();
let checkTimer = null;

function loadStorage(parameters = {}) {
  askTables("tables", parameters, (answer, error) => {
    if (error) return element("storage").replaceChildren(make("p", { class: "note" }, error.message));
    showStorage(answer);
  });
}

function showStorage(file) {
  const tables = [...file.tables].sort((first, second) => (second.bytes ?? second.rows ?? 0) - (first.bytes ?? first.rows ?? 0));
  const most = Math.max(1, ...tables.map((table) => table.bytes ?? 0));
  const rows = tables.map((table) => make("tr", {}, make("td", { class: "mono" }, plain(table.name)),
    make("td", { class: "number" }, table.rows == null ? "" : `${number(table.rows)}${table.rows >= file.rowsMax ? " or more" : ""}`),
    make("td", { class: "number" }, table.pages == null ? "" : number(table.pages)), make("td", { class: "number" }, table.bytes == null ? "" : bytes(table.bytes)),
    make("td", {}, table.bytes == null ? "" : make("meter", { min: 0, max: most, value: table.bytes, "aria-label": `share of ${plain(table.name)}` }))));
  element("storage").replaceChildren(make("div", { class: "card" }, make("h2", {}, "The file"),
    make("dl", {}, fact("Size", `${bytes(file.pages * file.pageSize)}: ${number(file.pages)} pages of ${bytes(file.pageSize)}`),
      fact("Free", `${bytes(file.freePages * file.pageSize)} in ${plural(file.freePages, "page")}`), fact("Write-ahead log", bytes(file.walBytes)),
      fact("Format", `${file.format}, SQLite ${file.sqlite}, ${file.journalMode}`)),
    file.walBytes > 64e6 && make("p", { class: "warn" }, "The write-ahead log is large: a reader that stays in a transaction keeps it from being emptied."),
    make("h3", {}, "Check"), make("div", { id: "check" }), make("h3", {}, "Tables"),
    !file.measured && make("p", {}, "The file is large, so its tables were not measured. ", link("Measure them", () => loadStorage({ bytes: 1 }))),
    make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Tables" }, tableOf(["Table", "Rows", "Pages", "Bytes", "Share"], rows))));
  showCheck(file.check);
}

async function check(options) {
  try {
    showCheck(await ask("check", {}, options));
  } catch (error) {
    showCheck({ state: "done", error: error.message });
  }
}

function showCheck(result) {
  const root = element("check");
  if (!root) return;
  clearTimeout(checkTimer);
  const isRunning = result.state === "running";
  const start = make("button", { type: "button", disabled: isRunning, onclick: () => check({ method: "POST" }) }, isRunning ? "Checking…" : "Check the file");
  const children = [start];
  if (isRunning) {
    const total = state.head.present - state.head.oldest;
    children.push(make("p", { role: "status" }, result.list == null ? "SQLite checks the file" : `list “${plain(result.list)}”, ${number(result.revisions)} revisions of ${number(total)}`, `, ${result.seconds} s`));
    checkTimer = setTimeout(() => check(), 700);
  } else if (result.error) {
    children.push(make("p", { class: "bad", role: "status" }, plain(result.error)));
  } else if (result.state === "done") {
    children.push(make("p", { class: result.findingCount > 0 ? "bad" : "good", role: "status" }, result.findingCount > 0
      ? `${plural(result.findingCount, "finding")}, after ${result.seconds.toFixed(1)} s` : `All is well, after ${result.seconds.toFixed(1)} s.`));
    if (result.findings.length > 0) {
      children.push(make("ul", {}, result.findings.map((finding) => make("li", {}, finding.list ? `list “${plain(finding.list)}”: ` : "", plain(finding.message)))));
      children.push(make("ul", { class: "quiet" }, result.lists.map((list) => make("li", {}, `list “${plain(list.name)}”: ${list.items == null ? "its contents cannot be read"
        : `${number(Math.min(list.models, list.items))} of ${plural(list.items, "item")} can be read`}; ${list.intact == null ? "no revision is known to be intact" : `revisions ${number(list.intact)} to ${number(list.revision)} are intact`}`))));
      children.push(make("p", {}, "roster salvage saves what can be read."));
    }
  }
  if (result.state === "done") {
    alert("check", result.findingCount > 0 ? `the check of the file has ${plural(result.findingCount, "finding")}.` : null, true, { name: "Show", run: () => chooseTab("storage") });
  }
  root.replaceChildren(...children);
}

// MARK: Tabs

const tabs = ["history", "row", "pending", "storage"];

function chooseTab(name, isFocused = false) {
  state.tab = name;
  for (const tab of tabs) {
    const button = element(`tab-${tab}`);
    button.setAttribute("aria-selected", String(tab === name));
    button.tabIndex = tab === name ? 0 : -1;
    if (isFocused && tab === name) button.focus();
    element(`panel-${tab}`).hidden = tab !== name;
  }
  rememberAddress();
  if (name === "row") loadRow();
  if (name === "pending") loadPending();
  if (name === "storage") loadStorage();
}

for (const tab of tabs) {
  element(`tab-${tab}`).addEventListener("click", () => chooseTab(tab));
  element(`tab-${tab}`).addEventListener("keydown", (event) => {
    const index = tabs.indexOf(state.tab);
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (next == null) return;
    event.preventDefault();
    chooseTab(tabs[(next + tabs.length) % tabs.length], true);
  });
}

// MARK: Following

function showHead() {
  const { present, oldest } = state.head;
  element("where").textContent = `revision ${number(present)}${oldest > 0 ? `, kept from ${number(oldest)}` : ""}`;
}

function takeHead(head) {
  const former = state.head;
  state.head = { present: head.present, oldest: head.oldest, subscribers: head.subscribers, subscriberCount: head.subscriberCount };
  showHead();
  noteHead();
  if (!former) {
    state.selected = state.follows ? head.present : Math.min(state.selected, head.present);
    element("revision").value = state.selected;
    if (state.tab !== "pending") loadPending();
    const count = Math.min(Math.max(12, head.present), Math.floor(width() / 3), 300);
    state.view = { from: 1, to: 1 };
    const middle = state.follows ? head.present : state.selected + count / 2;
    setView(middle - count + 1, middle);
    return select(state.selected, { keepsView: true });
  }
  if (head.present === former.present && head.oldest === former.oldest) {
    if (JSON.stringify(head.subscribers) !== JSON.stringify(former.subscribers)) draw();
    return;
  }
  cache.clear();
  const atEnd = state.view.to >= former.present;
  const added = head.present - former.present;
  if (state.follows) {
    setView(state.view.from + (span() < 200 && former.present < 200 ? 0 : added), head.present);
    select(head.present);
    announce(`Revision ${number(head.present)}`);
  } else if (atEnd || state.view.from <= head.oldest) {
    setView(state.view.from, atEnd ? head.present : state.view.to);
  } else {
    draw();
  }
}

let failures = 0;

async function poll() {
  if (!document.hidden) {
    try {
      takeHead(await ask("revisions", { limit: 0 }));
      failures = 0;
      element("connection").textContent = "live";
      element("connection").className = "good";
    } catch (error) {
      failures += 1;
      element("connection").textContent = error instanceof Refusal ? error.message : "the server does not answer";
      element("connection").className = "bad";
    }
    if (state.tab === "pending") loadPending();
  }
  // A server that does not answer is asked less and less often.
  setTimeout(poll, pollMilliseconds * Math.min(10, 1 + failures));
}

element("name").textContent = plain(listName);
document.title = `${plain(listName)}: inspector`;
element("open").href = `/lists/${encodeURIComponent(listName)}`;
readAddress();
chooseTab(state.tab);
poll();
