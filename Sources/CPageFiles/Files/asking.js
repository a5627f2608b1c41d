// Asking the server. It only reads, but for a check of the file and a restoration, which are begun by buttons.

import { listName } from './inspected.js';
import { parse } from './numbers.js';

const api = `/inspect/${encodeURIComponent(listName)}/api/`;

/** What the server does not answer, and why. */
export class Refusal extends Error {
  /** @param answer what the server says beside the message: the `oldest` revision that is kept, or the `share` of a long way that is gone */
  constructor(message, status, { oldest, share } = {}) {
    super(message);
    Object.assign(this, { status, oldest, share });
  }
}

/** Asks one question. @returns the answer; throws a `Refusal`, or another error if there is no connection */
export async function ask(question, parameters = {}, options = {}) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value != null));
  const response = await fetch(api + question + (query.size > 0 ? `?${query}` : ''), options);
  let answer = {};
  try {
    answer = parse(await response.text());
  } catch { /* The status says enough. */ }
  if (response.ok) return answer;
  throw new Refusal(answer.error ?? `the server answers with ${response.status}`, response.status, answer);
}

/** Asks a question part by part: each answer names in `next` where the next part begins. */
export class Parts {
  #ask = latest();
  /** Counts what was begun, so that an answer to something else does not go on. */
  #number = 0;
  /** Whether an answer is awaited that may be followed by more. */
  isRunning = false;

  /** @param startName the parameter with which a part begins */
  constructor(question, startName) { Object.assign(this, { question, startName }); }

  /**
   * Asks from some start on. A server that is too busy is asked again.
   * @param use receives an answer, or an error, and returns whether the next part is wanted
   */
  begin(parameters, start, use) {
    const number = this.#number += 1;
    this.isRunning = true;
    this.#ask(this.question, { ...parameters, [this.startName]: start }, (answer, error) => {
      if (number !== this.#number || error?.status === 503) return;
      const isWanted = use(answer, error) && this.isRunning && answer?.next != null;
      if (isWanted && number === this.#number) this.begin(parameters, answer.next, use);
      else if (number === this.#number) this.isRunning = false;
    });
  }

  /** Asks for no more parts. The answer to one that was asked for is still used. */
  stop() { this.isRunning = false; }
}

/**
 * Returns what asks for one thing after the other: a later question takes the place of an earlier one. A server
 * that is too busy to answer is asked again, until `stop()` is called.
 */
export function latest() {
  let controller = null;
  const begin = async (question, parameters, use) => {
    controller?.abort();
    const own = controller = new AbortController();
    while (controller === own) {
      try {
        const answer = await ask(question, parameters, { signal: own.signal });
        if (controller === own) use(answer, null);
        return;
      } catch (error) {
        if (error.name === 'AbortError' || controller !== own) return;
        use(null, error instanceof Refusal ? error : new Error('the server does not answer'));
        if (error.status !== 503) return;
        await new Promise((resolve) => setTimeout(resolve, 400));
      }
    }
  };
  begin.stop = () => {
    controller?.abort();
    controller = null;
  };
  return begin;
}
