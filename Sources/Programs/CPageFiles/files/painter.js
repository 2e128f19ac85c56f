// Draws the time line on a canvas. Only what is visible is drawn, and equal marks in a column of pixels once, so that a frame
// costs the same with a hundred events and with thousands.

class Painter {
    /** @param {HTMLCanvasElement} canvas @param {Axis} axis @param {number[][]} intervals pairs of time and milliseconds */
    constructor(canvas, axis, intervals) {
        this.canvas = canvas;
        this.axis = axis;
        this.intervals = intervals;
        this.longest = Math.max(50, ...intervals.map(([, length]) => length * 1.05));
        this.widths = new Map();
        this.chosen = null;
        this.hovered = null;
        this.update();
        this.readStyle();
    }

    /** Reads the items of the axis again. */
    update() {
        this.content = lanes.map((lane) => this.contentOf(lane)).filter((content) => content.indices.length > 0);
    }

    contentOf(lane) {
        const items = this.axis.items, indices = [];
        items.forEach((made, index) => { if (made.lane === lane.id && !made.isEnd) indices.push(index); });
        const spans = lane.spans ? spansOf(items, lane) : null;
        const rows = spans ? spans.reduce((most, { row }) => Math.max(most, row + 1), 1) : Math.min(lane.rows, indices.length);
        return { lane, indices, spans, rows, layout: null };
    }

    /** Colours and sizes come from the style sheet; they change with the theme and the size of the window. */
    readStyle() {
        const style = getComputedStyle(document.documentElement);
        this.color = (name) => style.getPropertyValue(name).trim();
        this.unit = parseFloat(style.fontSize) / 15;
        this.colors = Object.fromEntries(['ground', 'panel', 'line', 'text', 'faint', 'accent', 'good', 'warn', 'bad', 'good-fill',
            'busy-fill', 'idle-fill', 'warn-fill', 'bad-fill', 'chosen'].map((name) => [name, this.color(`--${name}`)]));
        for (const lane of lanes) this.colors[lane.id] = this.color(lane.color);
        this.font = `${12.5 * this.unit}px system-ui, sans-serif`;
        this.small = `${11.5 * this.unit}px system-ui, sans-serif`;
        this.widths.clear();
        for (const content of this.content) content.layout = null;
    }

    /** Fits the canvas to its width on the page, and returns its height. */
    resize(width) {
        const unit = this.unit;
        this.width = width;
        this.isNarrow = width < 640 * unit;
        this.gutter = this.isNarrow ? 8 * unit : 84 * unit;
        this.rowHeight = 19 * unit;
        // Where it is narrow, the title of a lane stands above it.
        this.titleHeight = this.isNarrow ? 19 * unit : 4 * unit;
        this.overview = { top: 4 * unit, height: 20 * unit };
        let y = this.overview.top + this.overview.height + 8 * unit;
        for (const content of this.content) {
            content.top = y;
            content.height = this.titleHeight + content.rows * this.rowHeight + 5 * unit + (content.spans ? 0 : 6 * unit);
            y += content.height;
        }
        this.chart = this.intervals.length > 1 ? { top: y, height: 78 * unit } : null;
        if (this.chart) y += this.chart.height;
        this.axisTop = y;
        this.height = Math.ceil(y + 24 * unit);
        const ratio = window.devicePixelRatio || 1;
        this.canvas.width = Math.round(width * ratio);
        this.canvas.height = Math.round(this.height * ratio);
        this.canvas.style.height = `${this.height}px`;
        this.ratio = ratio;
        return this.height;
    }

    get plotWidth() { return this.width - this.gutter - 6 * this.unit; }
    get scale() { return this.plotWidth / this.axis.length; }
    x(place) { return this.gutter + (place - this.axis.from) * this.scale; }
    placeAt(x) { return this.axis.from + (x - this.gutter) / this.scale; }

    textWidth(text) {
        let width = this.widths.get(text);
        if (width === undefined) {
            // A trace can have any number of different texts.
            if (this.widths.size > 20000) this.widths.clear();
            width = this.context.measureText(text).width;
            this.widths.set(text, width);
        }
        return width;
    }

    draw() {
        const context = this.context ??= this.canvas.getContext('2d', { alpha: false });
        context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
        context.direction = 'ltr';
        context.textBaseline = 'middle';
        context.fillStyle = this.colors.ground;
        context.fillRect(0, 0, this.width, this.height);
        context.font = this.font;
        const ticks = this.axis.ticks(Math.max(90 * this.unit, this.plotWidth / 12) / this.scale);
        this.drawGrid(ticks);
        context.save();
        context.beginPath();
        context.rect(this.gutter, 0, this.width - this.gutter, this.axisTop);
        context.clip();
        if (this.chart) drawIntervals(this);
        this.drawChosen();
        for (const content of this.content) content.spans ? this.drawSpans(content) : this.drawEvents(content);
        context.restore();
        this.drawTitles();
        drawOverview(this);
    }

    drawGrid(ticks) {
        const { context, unit, colors } = this;
        let odd = false;
        for (const { top, height } of this.content) {
            if (odd) {
                context.fillStyle = colors.panel;
                context.fillRect(0, top, this.width, height);
            }
            odd = !odd;
        }
        context.font = this.small;
        context.textAlign = 'center';
        for (const { place, text } of ticks) {
            const x = this.x(place);
            if (x < this.gutter - 1) continue;
            context.fillStyle = colors.line;
            context.fillRect(Math.round(x), this.content[0]?.top ?? 0, 1, this.axisTop - (this.content[0]?.top ?? 0));
            context.fillStyle = colors.faint;
            const half = context.measureText(text).width / 2;
            context.fillText(text, Math.min(Math.max(x, half + 3), this.width - half - 3), this.axisTop + 12 * unit);
        }
        context.textAlign = 'left';
    }

    drawTitles() {
        const { context, unit, colors } = this;
        context.font = this.small;
        context.fillStyle = colors.faint;
        const put = (text, top) => context.fillText(text, 6 * unit, top + (this.isNarrow ? 10 : 13) * unit);
        for (const { lane, top } of this.content) put(lane.title, top);
        if (!this.chart) return;
        put('Intervals', this.chart.top);
        if (!this.isNarrow) context.fillText('of frames', 6 * unit, this.chart.top + 28 * unit);
    }

    // Events with names.

    /** The names of a lane at this scale. */
    layout(content) {
        const { axis, scale } = this;
        const stamp = `${scale} ${axis.byOrder} ${axis.items.length}`;
        if (content.layout?.stamp === stamp) return content.layout.names;
        this.context.font = this.font;
        const events = content.indices.map((index) => {
            const made = axis.items[index];
            return { x: axis.place(index) * scale, index, name: this.nameOf(made) };
        });
        const names = namesInRows(events, {
            rows: content.rows, width: (text) => this.textWidth(text) + 8 * this.unit, gap: 6 * this.unit,
            limits: axis.bounds.map((place) => place * scale),
        });
        content.layout = { stamp, names };
        return names;
    }

    nameOf(made) {
        return visible(shortened(made.name, 40) + (made.count > 1 ? ` ×${made.count}` : ''));
    }

    /** The beginning of an event's text that has room behind its name; computed when it is first seen. */
    restOf(name) {
        if (name.rest !== undefined) return name.rest;
        const text = name.more ? '' : visible(shortened(this.axis.items[name.event.index].text, 120)), room = name.room - 6 * this.unit;
        let rest = room > 40 * this.unit ? text : '';
        const width = rest ? this.textWidth(rest) : 0;
        // Characters are not equally wide: a tenth is left.
        if (width > room) rest = shortened(text, Math.floor(text.length * room / width * 0.9));
        return name.rest = rest.length > 3 ? rest : '';
    }

    drawEvents(content) {
        const { context, colors, unit, axis, scale } = this;
        const names = this.layout(content), offset = this.gutter - axis.from * scale;
        const strip = content.top + this.titleHeight;
        this.drawMarks(content, strip);
        context.font = this.font;
        for (let at = this.firstVisible(names, this.gutter - offset); at < names.length; at += 1) {
            const { event, row, left, right, isLeft, more } = names[at];
            const x = event.x + offset;
            // A name goes with its event: half a name at the edge says nothing.
            if (x > this.width) break;
            if (x < this.gutter) continue;
            const y = strip + 6 * unit + (row + 0.5) * this.rowHeight;
            const made = axis.items[event.index], color = this.colorOf(made);
            context.fillStyle = color;
            context.globalAlpha = 0.45;
            context.fillRect(Math.round(x), strip, 1, y - strip);
            context.globalAlpha = 1;
            if (event.index === this.chosen || event.index === this.hovered) this.fillBehind(left + offset, y, right - left);
            context.fillStyle = color;
            this.drawSymbol(made, x, y);
            context.fillStyle = colors.text;
            context.textAlign = isLeft ? 'right' : 'left';
            context.fillText(event.name + (more ? ` +${more}` : ''), isLeft ? x - 7 * unit : x + 7 * unit, y);
            const rest = this.restOf(names[at]);
            if (!rest) continue;
            context.fillStyle = colors.faint;
            context.fillText(rest, x + 12 * unit + this.textWidth(event.name), y);
        }
        context.textAlign = 'left';
    }

    fillBehind(left, y, width) {
        const { context, unit } = this;
        context.fillStyle = this.colors.chosen;
        context.fillRect(left - 5 * unit, y - this.rowHeight / 2 + 1, width + 10 * unit, this.rowHeight - 2);
    }

    /** A tick for each event, one in a column of pixels. */
    drawMarks(content, top) {
        const { context, axis, unit } = this, indices = content.indices;
        let last = -Infinity, lastColor = null;
        for (let at = this.firstAt(indices, axis.from); at < indices.length; at += 1) {
            const place = axis.place(indices[at]);
            if (place > axis.to) break;
            const x = Math.round(this.x(place)), color = this.colorOf(axis.items[indices[at]]);
            if (x === last && color === lastColor) continue;
            [last, lastColor] = [x, color];
            context.fillStyle = color;
            context.fillRect(x - unit, top, 2 * unit, 6 * unit);
        }
    }

    /** The place in `indices` of the first item that is not before a place. */
    firstAt(indices, place) {
        let [low, high] = [0, indices.length];
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.axis.place(indices[middle]) < place) low = middle + 1; else high = middle;
        }
        return low;
    }

    firstVisible(names, left) {
        let [low, high] = [0, names.length];
        while (low < high) {
            const middle = (low + high) >> 1;
            if (names[middle].event.x < left) low = middle + 1; else high = middle;
        }
        return low;
    }

    colorOf(made) { return made.level ? this.colors[made.level] : this.colors[made.lane]; }

    /** The form says what the colour says: a diamond for violations and failures, a triangle for drops, a disc for the rest. */
    drawSymbol(made, x, y) {
        const { context } = this, size = 4 * this.unit;
        context.beginPath();
        if (made.lane === 'violations' || made.lane === 'failures') {
            context.moveTo(x, y - size * 1.2);
            context.lineTo(x + size * 1.2, y);
            context.lineTo(x, y + size * 1.2);
            context.lineTo(x - size * 1.2, y);
        } else if (made.level) {
            context.moveTo(x, y + size);
            context.lineTo(x - size, y - size * 0.8);
            context.lineTo(x + size, y - size * 0.8);
        } else {
            context.arc(x, y, size * 0.75, 0, 2 * Math.PI);
        }
        context.fill();
    }

    // Spans.

    drawSpans(content) {
        const { context, colors, unit, axis } = this, base = content.top + this.titleHeight;
        context.font = this.font;
        for (const { item: made, index, end, row } of content.spans) {
            const from = axis.place(index), to = end === null ? axis.bounds[1] : axis.place(end);
            if (to < axis.from || from > axis.to) continue;
            const left = Math.max(this.x(from), this.gutter - 2), right = Math.min(this.x(to), this.width);
            const y = base + row * this.rowHeight, height = this.rowHeight - 2 * unit;
            context.fillStyle = colors[`${fills[made.name] ?? 'busy'}-fill`];
            context.fillRect(left, y, Math.max(right - left - 1, 1), height);
            context.fillStyle = made.level ? colors[made.level] : colors.faint;
            context.fillRect(left, y, 1.5 * unit, height);
            if (index === this.chosen || index === this.hovered) {
                context.strokeStyle = colors.accent;
                context.lineWidth = 2 * unit;
                context.strokeRect(left + unit, y + unit, Math.max(right - left - 1 - 2 * unit, 1), height - 2 * unit);
            }
            this.drawSpanName(made, left, right, y + height / 2);
        }
    }

    drawSpanName(made, left, right, y) {
        const { context, unit } = this, room = right - left - 12 * unit;
        if (room < 16 * unit) return;
        const number = made.lane === 'outputs' ? `${made.key.slice(7)} ` : made.key === 'session' ? '' : `${made.key} `;
        const long = visible(shortened(`${number}${made.name}`, 40));
        const text = [long, visible(shortened(made.name, 40))].find((name) => this.textWidth(name) <= room);
        if (!text) return;
        context.fillStyle = this.colors.text;
        context.fillText(text, left + 6 * unit, y + 0.5);
    }

    drawChosen() {
        if (this.chosen === null) return;
        this.context.fillStyle = this.colors.accent;
        const top = this.overview.top + this.overview.height;
        this.context.fillRect(Math.round(this.x(this.axis.place(this.chosen))), top, 1, this.axisTop - top);
    }

    overviewX(place) {
        const [low, high] = this.axis.bounds;
        return this.gutter + (place - low) / (high - low) * this.plotWidth;
    }

    overviewPlace(x) {
        const [low, high] = this.axis.bounds;
        return low + (x - this.gutter) / this.plotWidth * (high - low);
    }

    /** The item under a point; null when there is none. */
    itemAt(x, y) {
        if (x < this.gutter) return null;
        const content = this.content.find(({ top, height }) => y >= top && y < top + height);
        if (!content) return null;
        return content.spans ? this.spanAt(content, x, y) : this.eventAt(content, x, y);
    }

    spanAt({ spans, top }, x, y) {
        const row = Math.floor((y - top - this.titleHeight) / this.rowHeight), { axis } = this;
        const found = spans.findLast(({ index, end, row: own }) =>
            own === row && this.x(axis.place(index)) <= x && x < this.x(end === null ? axis.bounds[1] : axis.place(end)));
        return found ? found.index : null;
    }

    eventAt(content, x, y) {
        const { axis, unit, scale } = this, offset = this.gutter - axis.from * scale;
        const row = Math.floor((y - content.top - this.titleHeight - 6 * unit) / this.rowHeight);
        const name = this.layout(content).findLast((one) =>
            one.row === row && one.left + offset - 6 * unit <= x && x < one.right + offset + (one.isLeft ? 6 * unit : 0));
        if (name) return name.event.index;
        // Beside the names, the nearest tick within the reach of a finger.
        let best = null, distance = 12 * unit;
        for (const index of content.indices) {
            const away = Math.abs(this.x(axis.place(index)) - x);
            if (away < distance) [best, distance] = [index, away];
        }
        return best;
    }
}
