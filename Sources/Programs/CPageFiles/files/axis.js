// Where things are on the time line. A *place* is a time in seconds or, by order, the number of an event; the window is the
// visible part of all places.

class Axis {
    /** @param {Item[]} items in the order of their times. @param {number} duration in seconds, at least the last time. */
    constructor(items, duration) {
        this.items = items;
        this.duration = Math.max(duration, items.at(-1)?.time ?? 0, 0.001);
        this.byOrder = false;
        this.showAll();
    }

    /** The first and last place, with a margin of a hundredth for the marks at both ends. */
    get bounds() {
        const length = this.byOrder ? Math.max(this.items.length, 1) : this.duration;
        return [this.byOrder ? 0 : -length / 100, this.byOrder ? length : length * 1.01];
    }

    get length() { return this.to - this.from; }

    /** The shortest window: a millisecond, or four events. */
    get shortest() { return this.byOrder ? Math.min(4, this.bounds[1]) : Math.min(0.001, this.duration); }

    get showsAll() { return this.length >= this.bounds[1] - this.bounds[0] - 1e-9; }

    showAll() { [this.from, this.to] = this.bounds; }

    /** Shows events in equal distances, or times to scale. What was in the middle stays there. */
    setByOrder(byOrder) {
        if (byOrder === this.byOrder) return;
        const middle = this.timeAt((this.from + this.to) / 2), wasAll = this.showsAll;
        const share = this.length / (this.bounds[1] - this.bounds[0]);
        this.byOrder = byOrder;
        if (wasAll) return this.showAll();
        const length = share * (this.bounds[1] - this.bounds[0]), place = this.placeOf(middle);
        this.show(place - length / 2, place + length / 2);
    }

    /** Shows these places, as far as there is something. */
    show(from, to) {
        const [low, high] = this.bounds;
        const length = Math.min(Math.max(to - from, this.shortest), high - low);
        // A window that becomes longer or shorter than wanted does so around its middle.
        const start = (from + to - length) / 2;
        this.from = Math.min(Math.max(start, low), high - length);
        this.to = this.from + length;
    }

    /** Makes the window so many times as long, and keeps the place at a share of it (0 left, 1 right) where it is. */
    zoom(factor, share = 0.5) {
        const [low, high] = this.bounds;
        const length = Math.min(Math.max(this.length * factor, this.shortest), high - low);
        const from = this.from + share * (this.length - length);
        this.show(from, from + length);
    }

    move(places) { this.show(this.from + places, this.to + places); }

    /** Moves as little as is needed to see the place, with some of what is around it. */
    reveal(place) {
        const margin = this.length * 0.15;
        if (place < this.from + margin / 3) this.move(place - margin - this.from);
        else if (place > this.to - margin) this.move(place + 2 * margin - this.to);
    }

    /** The place of an item. */
    place(index) { return this.byOrder ? index + 0.5 : this.items[index].time; }

    /** The place of a time; between two events in proportion. */
    placeOf(time) {
        if (!this.byOrder) return time;
        const next = this.after(time);
        if (next === 0) return 0;
        const last = this.items[next - 1].time;
        if (next === this.items.length) {
            return time <= last ? next - 0.5 : next - 0.5 + 0.5 * (time - last) / Math.max(this.duration - last, 1e-9);
        }
        return next - 0.5 + (time - last) / (this.items[next].time - last);
    }

    timeAt(place) {
        if (!this.byOrder) return place;
        const count = this.items.length, before = Math.floor(place - 0.5);
        if (before < 0 || count === 0) return this.items[0]?.time ?? 0;
        if (before >= count - 1) return this.items[count - 1].time;
        const [first, second] = [this.items[before].time, this.items[before + 1].time];
        return first + (place - 0.5 - before) * (second - first);
    }

    /** The number of items up to and including a time. */
    after(time) {
        let [low, high] = [0, this.items.length];
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.items[middle].time <= time) low = middle + 1; else high = middle;
        }
        return low;
    }

    /** Places and texts of the labels on the axis, `apart` places or more from each other. */
    ticks(apart) {
        if (this.byOrder) {
            const step = Math.max(1, Math.ceil(apart)), first = Math.max(0, Math.floor(this.from / step) * step);
            const ticks = [];
            for (let index = first; index < Math.min(this.to, this.items.length); index += step) {
                ticks.push({ place: index + 0.5, text: timeText(this.items[index].time) });
            }
            return ticks;
        }
        const step = roundStep(apart), ticks = [];
        const last = Math.floor(Math.min(this.to, this.duration) / step + 1e-6);
        for (let number = Math.ceil(Math.max(0, this.from) / step - 1e-6); number <= last; number += 1) {
            ticks.push({ place: number * step, text: clockTime(number * step, step) });
        }
        return ticks;
    }
}

/** The smallest round step that is not below a length: 1, 2, 5 or, above ten seconds, parts of minutes and hours. */
function roundStep(length) {
    const long = [10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 43200, 86400];
    if (length > 5) return long.find((step) => step >= length) ?? Math.ceil(length / 86400) * 86400;
    const power = 10 ** Math.floor(Math.log10(length));
    return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= length * (1 - 1e-9));
}

/**
 * Places the names of a lane's events in rows, so that none covers another. The result depends on the scale only, so names stay
 * where they are while the line is moved.
 *
 * @param {{x: number, name: string}[]} events with their places in pixels, in order.
 * @param {Object} options `rows` of names, one above the other; `width(text)` in pixels; `gap` between two names; `limits`: a name
 * that would end behind the second one stands to the left of its event, unless it would begin before the first one.
 * @returns {{event: Object, row: number, left: number, right: number, isLeft: boolean, more: number, room: number}[]} `more`
 * events after that one have no room for their names; `room` is free behind the name.
 */
function namesInRows(events, { rows, width, gap, limits: [low, high] }) {
    const ends = new Array(rows).fill(-Infinity), placed = [], number = width(' +999');
    for (const event of events) {
        // At the end of the line, there is room for the number of those that follow, too.
        const size = width(event.name), isLeft = event.x + size + number > high && event.x - size - number >= low;
        const left = isLeft ? event.x - size - number : event.x, right = isLeft ? event.x : event.x + size;
        const row = ends.findIndex((end) => end + gap <= left);
        if (row >= 0) {
            ends[row] = right;
            placed.push({ event, row, left, right, isLeft, more: 0, room: 0 });
            continue;
        }
        const last = placed.at(-1);
        // Only at the end of the line, nothing may have been placed yet.
        if (!last) continue;
        // The name of the last one says how many follow it. The room for that number is taken once.
        if (last.more === 0 && !last.isLeft) {
            last.right += number;
            ends[last.row] = Math.max(ends[last.row], last.right);
        }
        last.more += 1;
    }
    const next = new Array(rows).fill(high);
    for (const name of placed.toReversed()) {
        if (!name.isLeft) name.room = Math.max(0, next[name.row] - gap - name.right);
        next[name.row] = name.left;
    }
    return placed;
}

/**
 * The spans of a lane: each lasts until the next one of the same key, or to the end. A key has a row of its own, which is free
 * again when its last state is `removed`.
 *
 * @returns {{item: Item, index: number, end: ?number, row: number}[]} `end` is the index of the next one.
 */
function spansOf(items, lane) {
    const open = new Map(), rowOf = new Map(), owners = [], spans = [];
    items.forEach((made, index) => {
        if (made.lane !== lane.id) return;
        const before = open.get(made.key);
        if (before && before.end === null) before.end = index;
        if (!rowOf.has(made.key)) {
            let row = owners.findIndex((owner) => owner.item.name === 'removed');
            if (row < 0) row = Math.min(owners.length, lane.rows - 1);
            else if (owners[row].end === null) owners[row].end = index;
            rowOf.set(made.key, row);
        }
        const span = { item: made, index, end: null, row: rowOf.get(made.key) };
        owners[span.row] = span;
        open.set(made.key, span);
        if (made.name === 'removed') rowOf.delete(made.key);
        spans.push(span);
    });
    return spans;
}
