// Two drawings of a painter that know no events: the intervals of frames, and all of the session with the window.

/** A bar for each interval, the longest one of each column of pixels. */
function drawIntervals(painter) {
    const { context, axis, chart, unit, colors, intervals, longest } = painter;
    const base = chart.top + chart.height - 6 * unit, full = chart.height - 22 * unit;
    context.fillStyle = colors.calls;
    let column = null, most = 0;
    const flush = () => {
        const height = full * most / longest;
        if (column !== null) context.fillRect(column, base - height, Math.max(1, unit), height);
    };
    for (let at = firstInterval(intervals, axis.timeAt(axis.from)); at < intervals.length; at += 1) {
        const [time, length] = intervals[at], place = axis.placeOf(time);
        if (place > axis.to) break;
        const x = Math.round(painter.x(place));
        if (x !== column) {
            flush();
            [column, most] = [x, 0];
        }
        most = Math.max(most, length);
    }
    flush();
    context.font = painter.small;
    for (const share of [1, 0.5, 0]) {
        context.fillStyle = colors.line;
        context.fillRect(painter.gutter, Math.round(base - full * share), painter.plotWidth, 1);
    }
    // Only the longest interval reaches the label.
    const y = Math.round(base - full), text = `${Math.round(longest)} ms`, width = context.measureText(text).width;
    context.fillStyle = colors.ground;
    context.fillRect(painter.width - width - 10 * unit, y - 8 * unit, width + 8 * unit, 16 * unit);
    context.fillStyle = colors.faint;
    context.fillText(text, painter.width - width - 6 * unit, y);
}

/** The index of the interval before a time, which may reach into what is visible. */
function firstInterval(intervals, time) {
    let [low, high] = [0, intervals.length];
    while (low < high) {
        const middle = (low + high) >> 1;
        if (intervals[middle][0] < time) low = middle + 1; else high = middle;
    }
    return Math.max(0, low - 1);
}

/** All of the session, its violations above the other events, and the window. */
function drawOverview(painter) {
    const { context, axis, colors, unit, overview: { top, height } } = painter;
    context.fillStyle = colors.panel;
    context.fillRect(painter.gutter, top, painter.plotWidth, height);
    const left = painter.overviewX(axis.from), right = painter.overviewX(axis.to);
    context.fillStyle = colors['busy-fill'];
    context.fillRect(left, top, Math.max(right - left, 3), height);
    for (const { lane, indices } of painter.content) {
        if (lane.spans) continue;
        const [from, size] = lane.id === 'violations' ? [0.1, 0.5] : [0.65, 0.25];
        let last = null;
        for (const index of indices) {
            const x = Math.round(painter.overviewX(axis.place(index)));
            if (x === last) continue;
            last = x;
            context.fillStyle = painter.colorOf(axis.items[index]);
            context.fillRect(x, top + height * from, 1.5 * unit, height * size);
        }
    }
    context.strokeStyle = colors.accent;
    context.lineWidth = 1.5;
    context.strokeRect(left + 1, top + 0.75, Math.max(right - left - 2, 2), height - 1.5);
    if (painter.isNarrow) return;
    context.font = painter.small;
    context.fillStyle = colors.faint;
    context.fillText('Overview', 6 * unit, top + height / 2);
}
