// What is kept over reloads, for this window. Where storage is forbidden, it is kept as long as the page.

const kept = new Map();

export function store(key, value) {
  const text = JSON.stringify(value);
  kept.set(key, text);
  try {
    sessionStorage.setItem(key, text);
  } catch { /* It is kept no longer than the page. */ }
}

export function readStored(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? kept.get(key) ?? null);
  } catch {
    return null;
  }
}
