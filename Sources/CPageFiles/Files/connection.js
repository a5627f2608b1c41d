// The connection to the server: messages, questions with their answers, and what follows a break.

import { quietError, showFault, showState, toast } from './messages.js';
import { parse, stringify } from './numbers.js';

/** Follows the list, over any number of sockets: when one breaks, another one goes on from what is here. */
class Connection {
  #socket = null;
  #attempt = 0;
  #timer = 0;
  #questions = new Map();
  #lastQuestion = 0;
  #received = 0;
  /** Counts the lists that the page has gone to. */
  #turns = 0;
  #follower = null;
  /** What draws rows may have to be loaded before the first update is applied. */
  #ready = Promise.resolve();
  /** Whether the first socket is not open yet. What is asked meanwhile waits for it. */
  #isBeginning = true;
  isOpen = false;

  /**
   * @param follower says where its `path` is and `hello()`, hears of `begin(message)`, which may return a
   *   promise, `didOpen()`, and takes updates with `apply(update)` and what is shown of the list with
   *   `query(message)`, and `travelling(share)` while the server is on its way to them. `refused(reason)` is called when
   *   the server does not take what was said. In an application with pages, it also carries out steps with
   *   `move(message)`, and `turn(message)` says hello to the list of a page.
   * @param first the greeting and the update that came with the page, if it is to begin with them: the socket
   *   goes on from there
   */
  begin(follower, first) {
    this.#follower = follower;
    if (first) {
      const [greeting, update] = first;
      this.#greet(greeting);
      this.#update(update, false);
    }
    this.#open();
  }

  #open() {
    clearTimeout(this.#timer);
    const address = new URL(this.#follower.path, location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    const socket = this.#socket = new WebSocket(address, 'roster.1');
    socket.onopen = () => this.send(this.#follower.hello(), true);
    socket.onmessage = (event) => this.#receive(parse(event.data));
    socket.onclose = () => { if (socket === this.#socket) this.#didClose(); };
  }

  /** Says something of the page itself, and not of a list. @returns whether there is a connection */
  tell(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    return this.send(message, true);
  }

  /** Tries at once: the network is back, or the page is visible again. */
  hurry() {
    if (this.#socket?.readyState === WebSocket.CLOSED) this.#open();
  }

  send(message, isHello = false) {
    if (!this.isOpen && !isHello) return false;
    this.#socket.send(stringify(message));
    return true;
  }

  /**
   * Asks something and returns the answer. `progress` is called for what is said in between; a text that
   * comes in parts is put together, unless `takePart` takes them.
   */
  ask(question, progress, takePart) {
    const id = ++this.#lastQuestion;
    const answer = new Promise((resolve, reject) => {
      if (!this.isOpen && !this.#isBeginning) {
        reject(new Error('There is no connection to the server.'));
        return;
      }
      this.#questions.set(id, { resolve, reject, progress, takePart, parts: [], message: { id, ...question }, isSent: false });
      this.#sendQuestions();
    });
    answer.id = id;
    return answer;
  }

  /** The server refuses more than eight open questions. */
  #sendQuestions() {
    if (!this.isOpen) return;
    let open = 0;
    for (const question of this.#questions.values()) {
      if (++open > 6) return;
      if (question.isSent) continue;
      question.isSent = true;
      this.send(question.message);
    }
  }

  cancel(id) {
    if (this.#questions.get(id)?.isSent) this.send({ cancel: id });
    this.#questions.delete(id);
    this.#sendQuestions();
  }

  #receive(message) {
    if ('update' in message) return this.#update(message, true);
    if ('history' in message) return this.#follower.move(message);
    if ('page' in message) return this.#turn(message);
    if ('query' in message) return this.#follower.query(message);
    if ('travelling' in message) return this.#follower.travelling(message.travelling);
    if ('notice' in message) return toast(message.notice);
    if ('error' in message) {
      if (message.code === 'malformed' || message.code === 'tooLarge') this.#follower.refused(message.error);
      showFault(message.error);
      return;
    }
    if ('roster' in message) return this.#greet(message);
    const question = this.#questions.get(message.id);
    if (!question) return;
    if ('searching' in message) return question.progress?.(message.searching);
    if ('part' in message) return question.takePart ? question.takePart(message.part) : question.parts.push(message.part);
    this.#questions.delete(message.id);
    this.#sendQuestions();
    if ('refused' in message) return question.reject(new Error(message.refused));
    if (question.parts.length > 0) message.text = [...question.parts, message.text].join('');
    question.resolve(message);
  }

  #greet(message) {
    this.#ready = Promise.all([this.#ready, this.#follower.begin(message)]);
  }

  /** The server goes on with the list of another page, or of this one over a new connection. */
  #turn(message) {
    this.#turns += 1;
    this.#received = 0;
    this.isOpen = false;
    this.#rejectQuestions(quietError('The page has gone to another list.'));
    const hello = this.#follower.turn(message);
    if (hello) this.send({ ...hello, page: message.page }, true);
  }

  #rejectQuestions(error) {
    for (const { reject } of this.#questions.values()) reject(error);
    this.#questions.clear();
  }

  /** Applies an update: of a socket, or the one that came with the page. */
  async #update(update, isOfSocket) {
    const start = performance.now(), turn = this.#turns;
    await this.#ready;
    if (turn !== this.#turns) return;
    if (isOfSocket && !this.isOpen) this.#didOpen();
    this.#received = update.update;
    this.#follower.apply(update);
    measure(update, start);
    if (isOfSocket) this.#acknowledge(update.update);
  }

  #didOpen() {
    this.isOpen = true;
    this.#isBeginning = false;
    this.#attempt = 0;
    this.#follower.didOpen();
    showFault(null);
    showState('live');
    this.#sendQuestions();
  }

  /** A hidden page asks for one update in a second, which has all that happened in it. */
  #acknowledge(shown) {
    const send = () => { if (shown === this.#received) this.send({ shown }); };
    if (document.hidden) setTimeout(send, 1_000);
    else requestAnimationFrame(send);
  }

  #didClose() {
    this.isOpen = this.#isBeginning = false;
    this.#rejectQuestions(new Error('The connection to the server broke.'));
    showState('reconnecting');
    // Twice as long each time, and never all pages at once.
    const delay = Math.min(15_000, 200 * 2 ** this.#attempt++) * (0.5 + Math.random() / 2);
    this.#timer = setTimeout(() => this.#open(), delay);
  }
}

export const connection = new Connection();

let measureCount = 0;
function measure(update, start) {
  performance.measure('roster:apply', {
    start, end: performance.now(), detail: { update: update.update, revision: update.revision },
  });
  if (++measureCount % 512 === 0) performance.clearMeasures('roster:apply');
}
