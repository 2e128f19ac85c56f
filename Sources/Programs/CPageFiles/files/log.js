// The log: every event as a line, which a search and the kinds filter. It is a list box: the arrow keys choose. Only the lines
// that are visible are elements, so that a long session costs what a short one does.

class Log {
    /** The largest number of lines; the oldest go first. */
    static limit = 5000;
    /** Lines above and below the visible ones, so that a fast scroll shows no gap. */
    static margin = 10;

    /**
     * @param {Object} options `items`, `choose(index)`, which gets the index among those that are kept, and for a running session
     * `wallClock(time)`.
     */
    constructor({ items, choose, wallClock = null }) {
        this.wallClock = wallClock;
        this.removed = 0;
        this.choose = choose;
        this.chosen = null;
        this.hiddenLanes = new Set();
        this.entries = [];
        this.shown = [];
        this.count = 0;
        this.buttons = new Map();
        // The lines that are elements, by the numbers of their events.
        this.rows = new Map();
        this.sheet = element('div', { role: 'none' });
        this.list = element('div', { class: wallClock ? 'rows panel live' : 'rows panel', role: 'listbox', tabindex: '0', 'aria-label': 'Events' }, this.sheet);
        this.status = element('p', { class: 'faint', role: 'status' });
        this.search = element('input', {
            type: 'search', 'aria-label': 'Search the events', placeholder: 'Search: name, text, rule', input: () => this.filter(),
        });
        this.kinds = element('div', { class: 'kinds', role: 'group', 'aria-label': 'Kinds of events' });
        this.box = element('section', { class: 'log', 'aria-label': 'Log' }, element('h2', {}, 'Log'),
            element('div', { class: 'filter' }, this.search, this.kinds), this.list, this.status);
        this.list.addEventListener('keydown', (event) => this.key(event));
        this.list.addEventListener('click', (event) => this.click(event));
        // A running session is read at its end, until somebody scrolls up; then what is read stays where it is.
        this.followsEnd = wallClock !== null;
        this.list.addEventListener('scroll', () => this.scrolled(), { passive: true });
        new ResizeObserver(() => {
            if (this.followsEnd) this.list.scrollTop = this.list.scrollHeight;
            this.redraw();
        }).observe(this.list);
        this.append(items);
    }

    /** Adds the next items. */
    append(items) {
        for (const made of items) {
            const lane = lanes.find(({ id }) => id === made.lane);
            this.entries.push({ made, lane, index: this.count, text: `${lane.one} ${made.name} ${made.text}`.toLowerCase() });
            this.count += 1;
        }
        const surplus = Math.max(0, this.entries.length - Log.limit), { scrollTop } = this.list;
        this.entries.splice(0, surplus);
        this.removed += surplus;
        const gone = this.shown.findIndex(({ index }) => index >= this.removed);
        this.updateKinds();
        this.filter();
        if (!this.wallClock) return;
        this.sheet.style.height = `${this.shown.length * this.rowHeight}px`;
        if (this.followsEnd) this.list.scrollTop = this.list.scrollHeight;
        else if (gone > 0) this.list.scrollTop = scrollTop - gone * this.rowHeight;
    }

    scrolled() {
        const { scrollTop, clientHeight, scrollHeight } = this.list;
        this.followsEnd = this.wallClock !== null && scrollTop + clientHeight >= scrollHeight - 4;
        this.redraw();
    }

    /** What is shown of an item has changed: its count. */
    update() {
        for (const [index, { made }] of this.rows) if (made.count > 1) this.rows.delete(index);
        this.redraw();
    }

    // Filters.

    /** A button for each kind that occurs. */
    updateKinds() {
        const present = new Set(this.entries.map(({ made }) => made.lane));
        for (const { id, title } of lanes) {
            if (!present.has(id) || this.buttons.has(id)) continue;
            this.buttons.set(id, element('button', { type: 'button', 'aria-pressed': 'true', click: () => this.toggle(id) }, title));
        }
        const buttons = lanes.flatMap(({ id }) => this.buttons.get(id) ?? []);
        // The focus stays where it is when nothing is new.
        if (buttons.length !== this.kinds.childElementCount) this.kinds.replaceChildren(...buttons);
    }

    toggle(id) {
        const isHidden = !this.hiddenLanes.delete(id);
        if (isHidden) this.hiddenLanes.add(id);
        this.buttons.get(id).setAttribute('aria-pressed', String(!isHidden));
        this.filter();
    }

    /** Shows the entries of the chosen kinds that contain all words. */
    filter() {
        const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
        this.shown = this.entries.filter(({ made, text }) =>
            !this.hiddenLanes.has(made.lane) && words.every((word) => text.includes(word)));
        const all = counted(this.entries.length, 'event');
        this.status.textContent = this.shown.length === this.entries.length ? all : `${this.shown.length} of ${all}`;
        this.redraw();
    }

    // Lines.

    redraw() {
        this.frame ??= requestAnimationFrame(() => {
            this.frame = null;
            this.draw();
        });
    }

    /** The height of a line in pixels, from the style sheet. */
    get rowHeight() {
        const rows = parseFloat(getComputedStyle(this.list).getPropertyValue('--row'));
        return rows * parseFloat(getComputedStyle(document.documentElement).fontSize);
    }

    draw() {
        const height = this.rowHeight, { scrollTop, clientHeight } = this.list;
        const first = Math.max(0, Math.floor(scrollTop / height) - Log.margin);
        const last = Math.min(this.shown.length, Math.ceil((scrollTop + clientHeight) / height) + Log.margin);
        this.sheet.style.height = `${this.shown.length * height}px`;
        const places = new Set();
        for (let place = first; place < last; place += 1) places.add(place);
        // A screen reader looks for the chosen line, wherever the list is scrolled to.
        const chosen = this.placeOf(this.chosen);
        if (chosen >= 0) places.add(chosen);
        const lines = [...places].sort((a, b) => a - b).map((place) => this.row(place, height));
        this.rows = new Map(lines.map((line) => [line.index, line]));
        // A line that is there already stays: what somebody has marked in it stays marked.
        const kept = new Set(lines.map(({ row }) => row));
        for (const row of [...this.sheet.children]) if (!kept.has(row)) row.remove();
        let at = this.sheet.firstChild;
        for (const { row } of lines) {
            if (row === at) at = at.nextSibling;
            else this.sheet.insertBefore(row, at);
        }
        if (chosen >= 0) this.list.setAttribute('aria-activedescendant', `event-${this.chosen}`);
        else this.list.removeAttribute('aria-activedescendant');
    }

    /** The line at a place, with the element that it had before. */
    row(place, height) {
        const { made, lane, index } = this.shown[place];
        const line = this.rows.get(index) ?? { index, made, row: this.newRow(made, lane, index) };
        line.row.style.top = `${place * height}px`;
        for (const [name, value] of [['selected', index === this.chosen], ['posinset', place + 1], ['setsize', this.shown.length]]) {
            line.row.setAttribute(`aria-${name}`, value);
        }
        return line;
    }

    newRow(made, lane, index) {
        const times = made.count > 1 ? ` ×${made.count}` : '';
        return element('div', { role: 'option', id: `event-${index}`, class: made.level || null },
            element('time', this.wallClock ? { title: this.wallClock(made.time).toLocaleString() } : {}, this.timeOf(made)),
            element('span', { class: 'kind' }, lane.one),
            element('span', { class: 'what' }, element('b', {}, foreign(shortened(made.name, 80))), `${times} `,
                foreign(shortened(made.text, 240))));
    }

    /** In a running session the viewer's time of day, then the session's. */
    timeOf(made) {
        return this.wallClock ? `${this.wallClock(made.time).toLocaleTimeString()} ${timeText(made.time)}` : timeText(made.time);
    }

    /** The place of an item among the shown ones; below 0 when it is not shown. */
    placeOf(index) {
        if (index === null) return -1;
        let [low, high] = [0, this.shown.length];
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.shown[middle].index < index) low = middle + 1; else high = middle;
        }
        return this.shown[low]?.index === index ? low : -1;
    }

    /** Marks an item, and scrolls the list, not the page, to it. */
    select(index) {
        this.chosen = index === null ? null : index + this.removed;
        const place = this.placeOf(this.chosen), height = this.rowHeight, { list } = this;
        if (place >= 0) {
            const top = place * height, bottom = top + height;
            // A list that was never laid out is as high as its lines.
            this.sheet.style.height = `${this.shown.length * height}px`;
            if (top < list.scrollTop) list.scrollTop = top;
            else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
        }
        this.redraw();
    }

    // Input.

    click(event) {
        const row = event.target.closest('[role=option]');
        // A text that was just marked is to be copied.
        if (row && !getSelection().toString()) this.choose(Number(row.id.slice('event-'.length)) - this.removed);
    }

    key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const { shown } = this, now = this.placeOf(this.chosen), last = shown.length - 1;
        const page = Math.max(1, Math.floor(this.list.clientHeight / this.rowHeight) - 1);
        const steps = {
            ArrowDown: now + 1, ArrowUp: now < 0 ? last : now - 1, PageDown: now + page, PageUp: now - page, Home: 0, End: last,
        };
        if (!Object.hasOwn(steps, event.key) || shown.length === 0) return;
        event.preventDefault();
        this.choose(shown[Math.min(Math.max(steps[event.key], 0), last)].index - this.removed);
    }
}
