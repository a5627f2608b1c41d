// What the walk needs inside of a page: where rows are in every frame, and where the focus was.
window.walk = {
  frames: null,
  /** What the page has sent to the server. */
  sent: [],
  /** How many bytes each message of the server had. */
  received: [],
  /** The numbers of the questions that the server has not answered. */
  questions: new Set(),
  /** When rows were asked for that have not come, and when another page of an application was about to come. */
  rowsAskedAt: null,
  pageAskedAt: null,
  /** How many milliseconds an answer or a message comes late at most. */
  delay: 0,
  /** Waits for a time of its own. */
  delayed: () => new Promise((resolve) => setTimeout(resolve, Math.random() * walk.delay)),
  bodyFocus: 0,

  /** Notes in every frame, after it was painted, where a row is. */
  watch(key) {
    const frames = [], channel = new MessageChannel();
    this.frames = frames;
    const note = () => {
      if (this.frames !== frames) return;
      const row = document.querySelector(`#feed > [data-key="${key}"]`);
      frames.push(row ? row.getBoundingClientRect().top : null);
      requestAnimationFrame(() => channel.port2.postMessage(0));
    };
    channel.port1.onmessage = note;
    note();
  },

  /** Ends it. Returns how many frames there were and how far the row was from where it began. */
  stop() {
    const frames = this.frames ?? [];
    this.frames = null;
    const first = frames[0];
    return {
      count: frames.length,
      gone: frames.filter((top) => top === null).length,
      distance: Math.max(0, ...frames.filter((top) => top !== null).map((top) => Math.abs(top - first))),
      rise: Math.max(0, ...frames.map((top, index) => index && top !== null && frames[index - 1] !== null
        ? top - frames[index - 1] : 0)),
      length: frames.length,
    };
  },

  /** Waits for some frames, each of which was painted. */
  pass: (count) => new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => (--count > 0 ? each() : resolve());
    const each = () => requestAnimationFrame(() => channel.port2.postMessage(0));
    each();
  }),

  /**
   * Waits until nothing has moved for a while in which frames were painted, rows are there, and the server has
   * answered what the page has asked.
   */
  rest: () => new Promise((resolve, reject) => {
    const begin = performance.now();
    let former = null, since = 0, frames = 0;
    const each = (now) => {
      const state = JSON.stringify([scrollX, scrollY, walk.count(), walk.height(), walk.sent.at(-1)?.window ?? null,
        walk.seen().map((row) => [row.key, row.top])]);
      if (state !== former || walk.isBusy() || walk.isWaiting(now)) [former, since, frames] = [state, now, 0];
      frames += 1;
      // The page itself waits for rest, for about 400 ms.
      if (frames > 10 && now - since > 600) resolve();
      else if (now - begin > 20_000) reject(new Error('the page does not come to rest'));
      else requestAnimationFrame(each);
    };
    requestAnimationFrame(each);
  }),

  /** Whether the server owes an answer. A window, or a page, that is as it was is answered by nothing. */
  isWaiting: (now) => walk.questions.size > 0
    || [walk.rowsAskedAt, walk.pageAskedAt].some((time) => time !== null && now - time < 3_000),

  isBusy: () => document.getElementById('feed').getAttribute('aria-busy') === 'true',

  /**
   * Notes in every frame by how much a row has moved against the way in which the page is scrolled: by what
   * `slip(now, former)` says for its places. Also the frames without rows.
   */
  watchSlips(slip) {
    Object.assign(this, { slips: 0, slip: 0, blank: 0 });
    let former = new Map();
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      const now = new Map(this.seen().map((row) => [row.key, row.top]));
      for (const [key, top] of now) {
        const length = former.has(key) ? slip(top, former.get(key)) : 0;
        if (length <= 1) continue;
        this.slips += 1;
        this.slip = Math.max(this.slip, length);
      }
      if (now.size === 0) this.blank += 1;
      former = now;
      requestAnimationFrame(() => channel.port2.postMessage(0));
    };
    channel.port2.postMessage(0);
  },

  /** The header that stands over the rows, if one does. */
  layer() {
    const row = document.querySelector('.row.stuck');
    if (!row) return null;
    const { top, bottom } = row.getBoundingClientRect();
    const next = this.seen().find((other) => other.kind === 'header' && other.top > this.bar() + 1);
    return { key: row.dataset.key, text: row.textContent, top, bottom, next: next?.top ?? null };
  },

  /** Counts the frames and key presses in which nothing had the focus. */
  watchFocus() {
    this.bodyFocus = 0;
    const look = () => { if (document.activeElement === document.body) this.bodyFocus += 1; };
    document.addEventListener('keyup', look);
    const each = () => { look(); requestAnimationFrame(each); };
    each();
  },

  bar: () => {
    const bar = document.getElementById('bar');
    return getComputedStyle(bar).position === 'sticky' ? bar.getBoundingClientRect().bottom : 0;
  },

  /** The rows that are seen, with their keys, numbers and places. */
  seen() {
    return [...document.querySelectorAll('#feed > .row:not(.parked, .stuck)')]
      .map((row) => ({ key: row.dataset.key, number: Number(row.ariaPosInSet ?? 0), top: row.getBoundingClientRect().top,
        bottom: row.getBoundingClientRect().bottom, text: row.textContent, kind: row.classList[1] }))
      .filter((row) => row.bottom > this.bar() && row.top < innerHeight);
  },

  first() { return this.seen().find((row) => row.kind === 'item' && row.top >= this.bar()); },
  row: (key) => document.querySelector(`#feed > [data-key="${key}"]`),
  count: () => document.querySelectorAll('#feed > .row').length,
  height: () => document.getElementById('feed').getBoundingClientRect().height,
  revision: () => document.getElementById('revision').textContent,
  state: () => document.getElementById('state').dataset.state,

  /** Scrolls by so many pixels in each of some frames. Returns how long the frames took. */
  scroll: (step, count) => new Promise((resolve) => {
    const lengths = [];
    let former = null, blank = 0;
    const each = (now) => {
      if (former !== null) lengths.push(now - former);
      former = now;
      if (document.getElementById('feed') && walk.seen().length === 0) blank += 1;
      if (lengths.length === count) return resolve({ lengths, blank });
      document.scrollingElement.scrollTop += step;
      requestAnimationFrame(each);
    };
    requestAnimationFrame(each);
  }),

  /** How long the last updates took, from their message to their layout. */
  updates: () => performance.getEntriesByName('roster:apply').map((entry) => entry.duration),
};

const fetched = window.fetch;
window.fetch = async (...question) => {
  const answer = await fetched(...question);
  if (walk.delay) await walk.delayed();
  return answer;
};

/** A connection that is broken, or a page that is left, has no answers any more. */
function forgetQuestions() {
  walk.questions.clear();
  walk.rowsAskedAt = walk.pageAskedAt = null;
}

function noteAnswer(message) {
  if ('page' in message) forgetQuestions();
  // The address of a page comes before its rows.
  if (message.history?.some((step) => 'push' in step || 'replace' in step)) walk.pageAskedAt = performance.now();
  if ('update' in message) walk.rowsAskedAt = null;
  if ('id' in message && !('part' in message) && !('searching' in message)) walk.questions.delete(message.id);
}

window.WebSocket = class extends WebSocket {
  #delivered = Promise.resolve();

  constructor(...address) {
    super(...address);
    forgetQuestions();
    const encoder = new TextEncoder();
    this.addEventListener('message', (event) => walk.received.push(encoder.encode(event.data).length));
    this.addEventListener('close', forgetQuestions);
  }

  /** What `walk.late` is said to begin with comes when `walk.release` is called. */
  set onmessage(handler) {
    const deliver = (event) => {
      noteAnswer(JSON.parse(event.data));
      if (!walk.late || !event.data.startsWith(walk.late)) return handler(event);
      walk.release = () => { walk.late = null; handler(event); };
    };
    super.onmessage = (event) => {
      if (!walk.delay) return deliver(event);
      // None overtakes another, and a connection that breaks takes those along that are on their way.
      this.#delivered = this.#delivered.then(() => walk.delayed())
        .then(() => this.readyState === WebSocket.OPEN && deliver(event));
    };
  }
};
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (data) {
  const message = JSON.parse(data);
  walk.sent.push(message);
  if ('id' in message) walk.questions.add(message.id);
  if ('cancel' in message) walk.questions.delete(message.cancel);
  if ('hello' in message || 'window' in message) walk.rowsAskedAt = performance.now();
  if (['loaded', 'following', 'landed', 'open'].some((name) => name in message)) walk.pageAskedAt = performance.now();
  return send.call(this, data);
};
