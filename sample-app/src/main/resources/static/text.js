const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** 1234567 → "1.23 MB". */
export function bytes(count) {
  const unit = count < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(count) / 3));
  const value = count / 1000 ** unit;
  return `${unit === 0 ? Math.round(value) : value.toPrecision(3)} ${UNITS[unit]}`;
}

/** An element with a class and text; text is never read as markup. */
export function element(name, className = '', text = '') {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

/** An SVG element with attributes. */
export function shape(name, attributes, text = '') {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, value);
  }
  made.textContent = text;
  return made;
}
