// The query: which rows are shown, and in which order. The server, which has all rows, filters, sorts and groups
// them. What is shown stands in the address, which can be sent.

import { connection } from './connection.js';
import { isApplication, writeIntoAddress } from './history.js';
import { complain, endToast, toast } from './messages.js';
import { parse, stringify } from './numbers.js';
import { list } from './rows.js';
import { formatCount } from './texts.js';

/** Whether the server takes queries, and whether it shows earlier revisions. */
export let canQuery = false, canTravel = false;
/**
 * What is shown: `{where, text, sort, group, at}`, as the protocol says it; `at` is an earlier revision. All of the list at
 * present is `{}`.
 */
export let rowQuery = {};
/** What the server says of the earlier revision that is shown: `{present, oldest, summary, userInfo, changed}`; null at present. */
export let past = null;
/** Why the rows that are shown do not follow the list; null if they do. */
export let fault = null;
/** What was asked for last, and is not shown yet. */
let wanted = null, wantedTimer = 0;
/** Whether the next update has the rows of another query. */
let isTurning = false;
/** Whether the next update has the rows of another revision, and whether these stand in other groups. */
let isTravelling = false, hasOtherGroups = false;
/** Whether the server has broken off because of what the address asks for. */
let isAddressRefused = false;
let whenQueried = () => {};

/** The most bytes of a query, and of its text, that a server takes. */
const queryBytesMax = 8_192, queryTextBytesMax = 1_024;
const byteCountOf = (text) => new TextEncoder().encode(text).length;
const isTooLong = (query) =>
  byteCountOf(stringify(query)) > queryBytesMax || byteCountOf(query.text ?? '') > queryTextBytesMax;

const conditionKeys = [['is', 'oneOf'], ['not', 'noneOf']];
const queryKeys = [...conditionKeys.map(([key]) => key), 'text', 'up', 'down', 'group', 'at'];

/** As the address has it: `is=["state","open"]`, `not=[…]`, `text=…`, `up=due` or `down=due`, `group=owner`, `at=7`. */
function addressOf({ where = [], text, sort, group, at }) {
  const address = new URLSearchParams();
  for (const [key, kind] of conditionKeys) {
    for (const part of where) if (part[kind]) address.append(key, stringify([part.column, ...part[kind]]));
  }
  if (text) address.set('text', text);
  if (sort) address.set(sort.descending ? 'down' : 'up', sort.column);
  if (group !== undefined) address.set('group', group);
  if (at !== undefined) address.set('at', at);
  return address;
}

const isSameQuery = (one, other) => String(addressOf(one)) === String(addressOf(other));

/** The query of the address. */
function readQuery() {
  const address = new URLSearchParams(location.hash.slice(1)), query = {};
  const where = conditionKeys.flatMap(([key, kind]) => address.getAll(key).map((text) => conditionOf(text, kind)))
    .filter(Boolean);
  if (where.length > 0) query.where = where;
  if (address.get('text')) query.text = address.get('text');
  const column = address.get('up') ?? address.get('down');
  if (column !== null) query.sort = { column, descending: !address.has('up') };
  if (address.has('group')) query.group = address.get('group');
  if (/^[0-9]{1,15}$/.test(address.get('at') ?? '')) query.at = Number(address.get('at'));
  return query;
}

/** What an address says of a column; null if it is no such thing. */
function conditionOf(text, kind) {
  try {
    const [column, ...values] = parse(text);
    return typeof column === 'string' && values.length > 0 ? { column, [kind]: values } : null;
  } catch {
    return null;
  }
}

/** Writes what is shown into the address. */
const writeQuery = () => writeIntoAddress(queryKeys, addressOf(rowQuery));

/** Whether something else is wanted than all of the list as it is. */
const isOther = (query) => Object.keys(query).length > 0;
/** Whether rows are chosen or ordered. */
export const hasQuery = () => isOther(ofPresent(rowQuery));
/** The same rows of the present. */
export const ofPresent = ({ at, ...query }) => query;

/** What a page says first of its rows; null if it wants all of them. */
export function firstQuery() {
  let query = wanted ?? rowQuery;
  if (!wanted && list.update === 0 && !isApplication && !isAddressRefused) query = readQuery();
  if (isTooLong(query)) {
    forgetWanted('The address asks for more than the server takes.');
    return null;
  }
  if (!isOther(query)) return null;
  // It is on its way, as what a reader asks for later, and may be broken off.
  wanted = query;
  return query;
}

/**
 * Takes what the server says of a list that begins: whether it takes `queries`, and shows what is `past`.
 * @param didQuery is called when something else is shown
 */
export function beginQueries({ queries, past: hasPast }, didQuery) {
  canQuery = queries === true;
  canTravel = hasPast === true;
  whenQueried = didQuery;
  whenQueried();
}

/** Asks for other rows. The former ones stay until they are there. */
export function wantQuery(query) {
  if (isTooLong(query)) return complain(new Error('That is too long for the server; take back a part of it first.'));
  // Also before the first rows have come.
  if (!connection.tell({ query })) return complain(new Error('There is no connection to the server.'));
  wanted = query;
  clearTimeout(wantedTimer);
  // A long list takes a moment, and a very long one many: until then the rows are not what was chosen.
  wantedTimer = setTimeout(() => toast(waitText, 600_000), 400);
}

const waitText = 'The server is going through the rows…';

function endWait() {
  clearTimeout(wantedTimer);
  endToast(waitText);
}

/** What was asked for last: it is shown, or on its way. */
export const askedQuery = () => wanted ?? rowQuery;
/** Whether that is on its way. */
export const isAsking = () => wanted !== null;
/** Something else tells the reader that the server takes a moment. */
export const tellOtherwise = endWait;

/** Says why nothing is changed at an earlier revision. @returns whether one is shown */
export function refuseInPast() {
  if (rowQuery.at === undefined) return false;
  toast(`Revision ${formatCount(rowQuery.at)} stays as it was; Escape returns to the present.`);
  return true;
}

/** Takes what the server shows from now on. */
export function takeQuery({ query, refused, ...told }) {
  endWait();
  wanted = null;
  const isNew = list.update > 0 && !isSameQuery(query, rowQuery);
  // Through time, the reader stays at a row.
  if (query.at === rowQuery.at) isTurning ||= isNew;
  else {
    isTravelling ||= isNew;
    hasOtherGroups ||= query.group !== undefined || rowQuery.group !== undefined;
  }
  rowQuery = query;
  past = told.past ?? null;
  fault = told.fault ?? null;
  writeQuery();
  whenQueried();
  if (refused) toast(refused);
}

/**
 * Takes why the server has broken off. Whatever was asked for last may be what it does not take, as an address of others
 * can say anything, so the page comes back without it.
 */
export function forgetWanted(reason) {
  endWait();
  if (wanted === null && (list.update > 0 || !isOther(readQuery()))) return;
  wanted = null;
  isAddressRefused = true;
  writeQuery();
  whenQueried();
  toast(reason);
}

/** Whether an update is the first one of other rows. */
export function takeTurn() {
  const isTurn = isTurning;
  isTurning = false;
  return isTurn;
}

/** Whether an update is the first one of another revision, and whether its rows stand in other groups. */
export function takeTravel() {
  const travel = { isTravel: isTravelling, hasOtherGroups };
  isTravelling = hasOtherGroups = false;
  return travel;
}

addEventListener('hashchange', () => {
  if (!(canQuery || canTravel) || isApplication) return;
  const query = readQuery();
  if (!isSameQuery(query, rowQuery)) wantQuery(query);
});

// ---- Parts of a query -----------------------------------------------------------------------------------------

// They build on what was asked for last: of a long list, the rows are on their way while the next part is chosen.

/** A query with another part, or without it: one that is null or undefined. */
const withPart = (part) => Object.fromEntries(
  Object.entries({ ...askedQuery(), ...part }).filter(([, value]) => value != null));

/** All rows of what was asked for, in their own order. */
export const withoutParts = () => (askedQuery().at === undefined ? {} : { at: askedQuery().at });

const askedConditions = () => askedQuery().where ?? [];

const withConditions = (where) => withPart({ where: where.length > 0 ? where : null });

export const sortedBy = (column, descending = false) =>
  withPart({ sort: column === null ? null : { column, descending } });
export const groupedBy = (group) => withPart({ group });
export const withText = (text) => withPart({ text });

/** Sorts by a column, the other way round, or as the list, one after the other. */
export function sortedOnBy(column) {
  const { sort } = askedQuery();
  if (sort?.column !== column) return sortedBy(column);
  return sort.descending ? sortedBy(null) : sortedBy(column, true);
}

/** Only rows with a value of a column. */
export const onlyWith = (column, value) => withConditions(
  [...askedConditions().filter((part) => part.column !== column), { column, oneOf: [value] }]);

/** No rows with a value of a column, besides what is left out already. */
export function noneWith(column, value) {
  const where = askedConditions();
  const former = where.find((part) => part.column === column && part.noneOf);
  const others = where.filter((part) => part !== former);
  return withConditions([...others, { column, noneOf: [...(former?.noneOf ?? []), value] }]);
}

/** A query without one of its conditions. */
export const withoutCondition = (condition) => withConditions(
  askedConditions().filter((part) => stringify(part) !== stringify(condition)));
