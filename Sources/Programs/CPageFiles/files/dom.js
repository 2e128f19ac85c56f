'use strict';
// Elements and texts. Whatever comes from outside passes through `element` as a text node, or through a canvas.

/**
 * Creates an element.
 *
 * @param {string} name the tag.
 * @param {Object} attributes by name; those that are null, undefined or false are left out. Functions are listeners: `click`.
 * @param {...(Node|string|number|null)} children texts become text nodes.
 */
function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (value === null || value === undefined || value === false) continue;
        if (typeof value === 'function') made.addEventListener(key, value);
        else made.setAttribute(key, value === true ? '' : String(value));
    }
    made.append(...children.filter((child) => child !== null && child !== undefined).map(child =>
        typeof child === 'number' ? String(child) : child));
    return made;
}

/** A text from outside: its direction stays its own. */
function foreign(text, kind = null) {
    return element('bdi', { class: kind }, visible(text));
}

/** The text with a sign for each character that controls a terminal, or the order in which others are shown. */
function visible(text) {
    return String(text).replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, '\ufffd');
}

/** Changes a text only when it differs: a reader's selection stays. */
function setText(place, text) { if (place.textContent !== text) place.textContent = text; }

/** Whether a button does something. One that does not can be reached all the same, so that the focus stays on it. */
function setEnabled(button, isEnabled) { button.setAttribute('aria-disabled', String(!isEnabled)); }

function isEnabled(button) { return button.getAttribute('aria-disabled') !== 'true'; }

/** Removes an element; the focus, if it was in there, goes to the list. */
function removeFrom(list, row) {
    const hadFocus = row.contains(document.activeElement);
    row.remove();
    if (hadFocus) list.focus();
}

/** At most so many characters, never half of one. */
function shortened(text, longest) {
    if (text.length <= longest) return text;
    let end = longest;
    // Nothing is cut between the halves of a surrogate pair, before a mark or beside a joiner.
    const isInside = () => /[\udc00-\udfff]/.test(text[end]) || text[end - 1] === '\u200d'
        || /^[\p{M}\p{EMod}\u200d\ufe0f]/u.test(text.slice(end, end + 2));
    while (end > 0 && isInside()) end -= 1;
    // A letter below hundreds of marks is cut all the same: otherwise nothing is left of it.
    if (end === 0 && longest > 8) end = longest;
    return text.slice(0, end) + '…';
}

/** `1 frame`, `2 frames`. */
function counted(count, one, many = one + 's') {
    return `${count} ${count === 1 ? one : many}`;
}

/** `1.250 s`, `1:02.500`, `1:00:05.000` */
function timeText(time) {
    return clockTime(time, 0.001);
}

/** `5.098 s`, or `1:02:26` */
function durationText(time) {
    return time < 60 ? timeText(time) : clockTime(Math.floor(time), 1);
}

/** A time on the axis, with the decimals that its step needs: `2.5 s`, `1:02`, `1:00:05`. */
function clockTime(time, step) {
    const decimals = Math.min(6, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)));
    // 59.9996 is a minute already.
    time = Number(time.toFixed(decimals));
    if (time < 60 && decimals > 0 || time === 0) return time.toFixed(decimals) + ' s';
    const whole = Math.floor(time + 1e-9), rest = (time % 60).toFixed(decimals);
    if (whole < 60) return `${rest} s`;
    const padded = rest.padStart(decimals > 0 ? decimals + 3 : 2, '0');
    const minutes = Math.floor(whole / 60) % 60, hours = Math.floor(whole / 3600);
    return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${padded}` : `${minutes}:${padded}`;
}

/** A value of JSON as a short text. */
function valueText(value) {
    if (value === null || value === undefined) return 'none';
    if (Array.isArray(value)) return value.map(valueText).join(', ');
    if (typeof value === 'object') return pairsText(value);
    return String(value);
}

/** `isSending true, user 16780288` */
function pairsText(object) {
    return Object.entries(object).map(([key, value]) => `${key} ${valueText(value)}`).join(', ');
}
