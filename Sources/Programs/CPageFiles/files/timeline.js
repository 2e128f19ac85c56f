// The time line: a canvas that is moved and zoomed with the wheel, keys, fingers and buttons. To a screen reader it is a slider
// whose values are the events.

class TimeLine {
    /**
     * @param {Object} options `items` in the order of their times, `duration` in seconds, `intervals` of frames, `name` for
     * people, and `choose(index)`, which is called when the user chooses an event.
     */
    constructor({ items, duration, intervals = [], name, choose }) {
        this.items = items;
        this.axis = new Axis(items, duration);
        this.choose = choose;
        this.chosen = null;
        this.canvas = element('canvas', { 'aria-hidden': 'true' });
        this.tip = element('div', { class: 'tip', hidden: true, 'aria-hidden': 'true' });
        this.box = element('div', {
            class: 'time-line', role: 'slider', tabindex: '0', 'aria-label': `Time line of ${visible(shortened(name, 100))}`,
            'aria-valuemin': '0', 'aria-valuemax': items.length, 'aria-describedby': 'time-line-keys',
        }, this.canvas, this.tip);
        this.painter = new Painter(this.canvas, this.axis, intervals);
        this.tools = this.makeTools();
        this.listen();
        this.setValue();
    }

    makeTools() {
        const button = (label, text, click, more = {}) => element('button', { type: 'button', 'aria-label': label, title: label,
            click: ({ currentTarget }) => { if (isEnabled(currentTarget)) click(); }, ...more }, text);
        this.order = button('Equal distances between events', 'By order', () => this.setByOrder(!this.axis.byOrder), {
            'aria-pressed': 'false',
        });
        this.buttons = {
            previous: button('Previous violation', '◀', () => this.chooseViolation(-1)),
            next: button('Next violation', '▶', () => this.chooseViolation(1)),
            out: button('Zoom out', '−', () => this.change(() => this.axis.zoom(1.6))),
            in: button('Zoom in', '+', () => this.change(() => this.axis.zoom(1 / 1.6))),
            all: button('Show all', 'All', () => this.change(() => this.axis.showAll())),
        };
        const { previous, next, out, in: closer, all } = this.buttons;
        this.count = element('span', { class: 'count' });
        this.countViolations();
        setEnabled(out, false);
        setEnabled(all, false);
        return element('div', { class: 'tools' }, element('h2', {}, 'Time line'),
            element('div', { class: 'group', role: 'group', 'aria-label': 'Violations' }, previous,
                this.count, next),
            element('div', { class: 'group', role: 'group', 'aria-label': 'Zoom' }, out, closer, all), this.order);
    }

    get violations() {
        return this.items.flatMap((made, index) => made.lane === 'violations' ? [index] : []);
    }

    // Drawing.

    /** Draws before the next frame is shown, once however much has changed. */
    redraw() {
        this.frame ??= requestAnimationFrame(() => {
            this.frame = null;
            this.painter.chosen = this.chosen;
            this.painter.draw();
        });
    }

    /** Fits to the width of the page and its theme. */
    fit() {
        this.painter.readStyle();
        this.painter.resize(this.box.clientWidth);
        this.redraw();
    }

    /** Changes the window. */
    change(body) {
        body();
        const { out, in: closer, all } = this.buttons;
        for (const button of [out, all]) setEnabled(button, !this.axis.showsAll);
        setEnabled(closer, this.axis.length > this.axis.shortest * (1 + 1e-9));
        this.redraw();
    }

    /** The largest number of events; the oldest go first. */
    static limit = 5000;

    /** Adds the next items. A line that shows the end goes on showing it. */
    append(items, duration) {
        for (const made of items) this.items.push(made);
        const surplus = Math.max(0, this.items.length - TimeLine.limit);
        this.items.splice(0, surplus);
        if (this.chosen !== null) this.chosen = this.chosen >= surplus ? this.chosen - surplus : null;
        this.painter.update();
        this.box.setAttribute('aria-valuemax', this.items.length);
        this.countViolations();
        this.extend(duration);
        this.painter.resize(this.box.clientWidth);
        this.setValue();
    }

    /** The session has lasted so long. */
    extend(duration) {
        const { axis } = this, wasAll = axis.showsAll, wasEnd = axis.to >= axis.bounds[1] - axis.length / 100;
        axis.duration = Math.max(axis.duration, duration);
        this.change(() => {
            if (wasAll) axis.showAll();
            else if (wasEnd) axis.move(axis.bounds[1] - axis.to);
        });
    }

    /** What is shown of an item has changed: its count. */
    update() {
        this.painter.update();
        this.countViolations();
        this.redraw();
    }

    /** An event of a running session tells a rule once; its item has the number of all violations. */
    countViolations() {
        const found = this.violations.map((index) => this.items[index]), rules = new Set(found.map(({ rule }) => rule)).size;
        const sum = found.reduce((total, { count }) => total + count, 0);
        setText(this.count, counted(sum, 'violation') + (rules > 0 && sum > rules ? ` of ${counted(rules, 'rule')}` : ''));
        for (const name of ['previous', 'next']) setEnabled(this.buttons[name], sum > 0);
    }

    setByOrder(byOrder) {
        this.order.setAttribute('aria-pressed', String(byOrder));
        this.change(() => this.axis.setByOrder(byOrder));
    }

    // The chosen event.

    /** Chooses an event, and shows it. @param {?number} index @param {boolean} reveals whether the line moves to it. */
    select(index, reveals = true) {
        this.chosen = index;
        this.setValue();
        this.change(() => { if (index !== null && reveals) this.axis.reveal(this.axis.place(index)); });
    }

    setValue() {
        const made = this.items[this.chosen];
        this.box.setAttribute('aria-valuenow', this.chosen === null ? 0 : this.chosen + 1);
        this.box.setAttribute('aria-valuetext', made
            ? `${this.chosen + 1} of ${this.items.length}: ${spoken(made)}` : `no event chosen of ${this.items.length}`);
    }

    chooseBy(step) {
        if (this.items.length === 0) return;
        const start = step > 0 ? -1 : this.items.length;
        this.choose(Math.min(Math.max((this.chosen ?? start) + step, 0), this.items.length - 1));
    }

    chooseViolation(step) {
        const all = this.violations, now = this.chosen ?? -1;
        const next = step > 0 ? all.find((index) => index > now) : all.findLast((index) => index < now);
        const found = next ?? (step > 0 ? all[0] : all.at(-1));
        if (found !== undefined) this.choose(found);
    }

    // Input.

    listen() {
        new ResizeObserver(() => this.fit()).observe(this.box);
        matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.fit());
        this.box.addEventListener('keydown', (event) => this.key(event));
        this.canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
        this.pointers = new Map();
        this.canvas.addEventListener('pointerdown', (event) => this.down(event));
        this.canvas.addEventListener('pointermove', (event) => this.move(event));
        for (const end of ['pointerup', 'pointercancel']) this.canvas.addEventListener(end, (event) => this.up(event));
        this.canvas.addEventListener('pointerleave', () => this.hover(null));
        this.canvas.addEventListener('dblclick', (event) =>
            this.change(() => this.axis.zoom(1 / 3, this.share(event.offsetX))));
    }

    key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const { axis } = this, step = axis.length / 6;
        const actions = {
            ArrowLeft: () => event.shiftKey ? this.change(() => axis.move(-step)) : this.chooseBy(-1),
            ArrowRight: () => event.shiftKey ? this.change(() => axis.move(step)) : this.chooseBy(1),
            ArrowUp: () => this.chooseBy(1), ArrowDown: () => this.chooseBy(-1),
            PageUp: () => this.chooseViolation(-1), PageDown: () => this.chooseViolation(1),
            Home: () => this.items.length && this.choose(0), End: () => this.items.length && this.choose(this.items.length - 1),
            '+': () => this.zoomAtChosen(1 / 1.6), '=': () => this.zoomAtChosen(1 / 1.6), '-': () => this.zoomAtChosen(1.6),
            '0': () => this.change(() => axis.showAll()), o: () => this.setByOrder(!axis.byOrder),
        };
        // `O` with Shift or Caps Lock is the key of `o`.
        const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
        if (!Object.hasOwn(actions, key)) return;
        event.preventDefault();
        actions[key]();
    }

    /** Around the chosen event when it is visible, otherwise around the middle. */
    zoomAtChosen(factor) {
        const place = this.chosen === null ? NaN : this.axis.place(this.chosen);
        const share = (place - this.axis.from) / this.axis.length;
        this.change(() => this.axis.zoom(factor, share >= 0 && share <= 1 ? share : 0.5));
    }

    share(x) { return (x - this.painter.gutter) / this.painter.plotWidth; }

    /**
     * The wheel zooms; with Shift, or sideways, it moves. The page scrolls on when there is nothing to zoom out of, and while a
     * turn of the wheel that began elsewhere lasts.
     */
    wheel(event) {
        const pixels = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
        const x = event.deltaX * pixels, y = event.deltaY * pixels;
        const isForeign = performance.now() - lastScroll < 250 && !event.ctrlKey;
        if (isForeign) return;
        if (event.shiftKey || Math.abs(x) > Math.abs(y)) {
            event.preventDefault();
            return this.change(() => this.axis.move((x || y) / this.painter.scale));
        }
        if (y > 0 && this.axis.showsAll && !event.ctrlKey) return;
        event.preventDefault();
        // A notch of a wheel is about 100 pixels; a pinch on a touch pad sends small steps.
        const speed = event.ctrlKey ? 0.01 : 0.002;
        this.change(() => this.axis.zoom(Math.exp(Math.max(-300, Math.min(300, y)) * speed), this.share(event.offsetX)));
    }

    down(event) {
        if (event.button !== 0) return;
        this.canvas.setPointerCapture(event.pointerId);
        this.box.focus({ preventScroll: true });
        const { overview } = this.painter;
        this.isInOverview = event.offsetY < overview.top + overview.height + 4;
        this.pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
        this.moved = 0;
        this.hover(null);
        if (this.isInOverview) this.moveTo(event.offsetX);
    }

    moveTo(x) {
        const place = this.painter.overviewPlace(x), half = this.axis.length / 2;
        this.change(() => this.axis.show(place - half, place + half));
    }

    move(event) {
        const before = this.pointers.get(event.pointerId);
        if (!before) return this.hover(event);
        const now = { x: event.offsetX, y: event.offsetY };
        this.moved += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
        if (this.pointers.size === 2) {
            this.pinch(event.pointerId, before, now);
        } else if (this.isInOverview) {
            this.moveTo(now.x);
        } else if (this.moved > 4) {
            this.canvas.classList.add('moving');
            this.change(() => this.axis.move((before.x - now.x) / this.painter.scale));
        }
        this.pointers.set(event.pointerId, now);
    }

    /** Two fingers hold two places. */
    pinch(id, before, now) {
        const [, other] = [...this.pointers].find(([key]) => key !== id);
        const old = Math.max(20, Math.abs(before.x - other.x)), wide = Math.max(20, Math.abs(now.x - other.x));
        const { painter, axis } = this, middle = (before.x + other.x) / 2, newMiddle = (now.x + other.x) / 2;
        this.change(() => {
            axis.zoom(old / wide, this.share(middle));
            axis.move((middle - newMiddle) / painter.scale);
        });
    }

    up(event) {
        if (!this.pointers.delete(event.pointerId)) return;
        this.canvas.classList.remove('moving');
        if (event.type !== 'pointerup' || this.moved > 4 || this.isInOverview || this.pointers.size > 0) return;
        const index = this.painter.itemAt(event.offsetX, event.offsetY);
        if (index !== null) this.choose(index, false);
    }

    /** Shows what is under the pointer. */
    hover(event) {
        if (event && event.pointerType !== 'mouse') return;
        const index = event ? this.painter.itemAt(event.offsetX, event.offsetY) : null;
        if (index !== this.painter.hovered) {
            this.painter.hovered = index;
            this.redraw();
        }
        this.tip.hidden = index === null;
        this.canvas.style.cursor = index === null ? '' : 'pointer';
        if (index === null) return;
        const made = this.items[index];
        this.tip.replaceChildren(element('b', {}, foreign(shortened(made.name, 80))), ` ${timeText(made.time)} `,
            foreign(shortened(made.text, 160)));
        const left = Math.min(event.offsetX + 14, this.box.clientWidth - this.tip.offsetWidth - 4);
        const below = event.offsetY + 18 + this.tip.offsetHeight < this.painter.height;
        this.tip.style.left = `${Math.max(4, left)}px`;
        this.tip.style.top = `${below ? event.offsetY + 18 : event.offsetY - this.tip.offsetHeight - 8}px`;
    }
}

/** When the page was last scrolled by a wheel, in milliseconds. */
let lastScroll = -Infinity;
addEventListener('wheel', (event) => { if (!event.defaultPrevented) lastScroll = performance.now(); }, { passive: true });

/** An item as a screen reader reads it. */
function spoken(made) {
    const lane = lanes.find(({ id }) => id === made.lane), times = made.count > 1 ? `, ${made.count} times` : '';
    return visible(`${made.time.toFixed(3)} seconds, ${lane.one} ${shortened(made.name, 80)}${times}, ${shortened(made.text, 200)}`);
}
