// The line below the header that is always in sight: the main actions, the alarms in words, and a chip for each part.

/** Shows the worst state outside of the show: in the header's colour, the title and the icon of the tab. */
function showWorst(worst, title) {
    const root = document.documentElement;
    if (document.title !== title) document.title = title;
    if (root.dataset.worst === worst) return;
    root.dataset.worst = worst;
    // The same colours in all themes: the strip of tabs has its own.
    const shapes = {
        bad: '<rect width="16" height="16" rx="3" fill="#d1242f"/>'
            + '<path d="M8 3v6M8 11.5v1.5" stroke="#fff" stroke-width="2.4"/>',
        warn: '<path d="M8 1l7.5 14H.5z" fill="#d4a000"/>', good: '<circle cx="8" cy="8" r="6.5" fill="#1a7f37"/>',
        idle: '<circle cx="8" cy="8" r="5.5" fill="none" stroke="#768390" stroke-width="2.5"/>',
    };
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${shapes[worst]}</svg>`;
    document.querySelector('link[rel=icon]')?.setAttribute('href', `data:image/svg+xml,${encodeURIComponent(svg)}`);
}

class StatusLine {
    /** @param {Node[]} controls the main actions @param {Node} place for what is rejected @param {function()} acknowledge */
    constructor(controls, place, acknowledge) {
        this.chips = new Map();
        this.list = element('ul', { class: 'chips', 'aria-label': 'State' });
        const attributes = { class: 'summary', role: 'status', 'aria-live': 'polite', 'aria-label': 'Alarms now' };
        this.summary = element('p', attributes);
        this.acknowledge = element('button', { type: 'button', class: 'acknowledge', click: () => {
            if (isEnabled(this.acknowledge)) acknowledge();
        } }, 'Acknowledge');
        place.classList.add('floating');
        this.box = element('section', { class: 'status-line', 'aria-label': 'Status' },
            element('div', { class: 'controls', role: 'group', 'aria-label': 'Main actions' },
                ...controls, this.acknowledge),
            this.summary, this.list, place);
    }

    show(chips, alarms, open, isSilent) {
        const keys = new Set(chips.map(({ key }) => key));
        for (const [key, chip] of this.chips) {
            if (keys.has(key)) continue;
            chip.remove();
            this.chips.delete(key);
        }
        chips.forEach(({ key, text, level }, index) => {
            if (!this.chips.has(key)) this.chips.set(key, element('li', { 'data-key': key }));
            const chip = this.chips.get(key);
            if (this.list.children[index] !== chip) this.list.insertBefore(chip, this.list.children[index] ?? null);
            setText(chip, text);
            chip.title = text;
            chip.className = `chip ${level}`;
        });
        // It is read when it changes, so it has no time that passes.
        const count = alarms.length > 1 ? `${alarms.length} alarms: ` : alarms.length > 0 ? 'Alarm: ' : '';
        setText(this.summary, alarms.length > 0 ? count + alarms.map(({ text }) => text).join('; ')
            : isSilent ? '' : 'No alarm');
        this.box.classList.toggle('open', open.length > 0);
        setUsable(this.acknowledge, open.length > 0 ? null : 'no alarm is open');
    }
}
