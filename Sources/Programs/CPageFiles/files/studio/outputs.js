// The outputs of a show: a card each, whose numbers change in their places.

class Outputs {
    /** @param {function(Object): Promise} send performs a command. */
    constructor(send) {
        this.send = send;
        this.cards = new Map();
        this.place = refusalPlace();
        this.list = element('ul', { class: 'outputs', tabindex: '-1', 'aria-label': 'Outputs' });
        this.empty = element('p', { class: 'faint' }, 'No outputs: accepted media goes nowhere.');
        const address = textField('Address of a new output', 'show.mp4, srt://…', { required: true });
        const add = actionButton('Add output', async () => {
            if (!address.value.trim()) throw new Refusal(null, 'type an address, such as show.mp4', 0);
            await send({ addOutput: { address: address.value.trim() } });
            address.value = '';
        }, this.place);
        this.box = element('section', { 'aria-label': 'Outputs' }, element('h2', {}, 'Outputs'), this.empty, this.list,
            lineForm(add, address), this.place);
    }

    /** Shows the outputs of a snapshot. Those that were removed go. */
    show(outputs) {
        const shown = outputs.filter(({ isRemoved }) => !isRemoved);
        for (const output of shown) this.card(output.output).show(output);
        const numbers = new Set(shown.map(({ output }) => output));
        for (const [number, { box }] of this.cards) {
            if (numbers.has(number)) continue;
            removeFrom(this.list, box);
            this.cards.delete(number);
        }
        this.empty.hidden = shown.length > 0;
    }

    /** Shows which states are past, and disables what would be refused now. */
    update(facts) { for (const card of this.cards.values()) card.update(facts); }

    card(number) {
        if (!this.cards.has(number)) {
            const card = new OutputCard(number, this.send);
            this.cards.set(number, card);
            this.list.append(card.box);
        }
        return this.cards.get(number);
    }
}

class OutputCard {
    constructor(number, send) {
        this.place = refusalPlace();
        this.address = element('b', {});
        this.state = element('span', { class: 'chip' });
        [this.cause, this.next] = [element('span', {}), element('span', { class: 'next number' })];
        this.reason = element('p', { class: 'reason', hidden: true }, this.cause, this.next);
        this.values = Object.fromEntries(['bitrate', 'time', 'sent', 'lost', 'queue', 'disk', 'left'].map((name) =>
            [name, element('dd', { class: 'number' })]));
        const button = (title, command) => actionButton(title, () => send({ [command]: { output: number } }), this.place, {
            label: `${title} output ${number}`,
        });
        this.buttons = {
            stop: button('Stop', 'stopOutput'), start: button('Start', 'startOutput'), restart: button('Restart', 'restartOutput'),
            split: button('Split', 'splitOutput'), remove: button('Remove', 'removeOutput'),
        };
        this.box = element('li', { class: 'panel output' },
            element('div', { class: 'output-head' }, element('span', { class: 'faint' }, `${number}`), this.address, this.state),
            this.reason,
            element('dl', { class: 'numbers' }, ...Object.entries(this.values).map(([name, value]) =>
                element('div', {}, element('dt', {}, name), value))),
            element('div', { class: 'line' }, ...Object.values(this.buttons)), this.place);
    }

    show(output) {
        const { state } = output;
        this.output = output;
        setText(this.address, visible(shortened(output.destination, 300)));
        if (!this.isPast) this.showState({ text: wordOf('output', state), level: fills[state] ?? 'busy' });
        const reason = visible([output.cause && plainWords(output.cause), output.message].filter(Boolean).join(': '));
        // While it tries again, the last reason stays, and all below it in its place.
        if (reason || state !== 'connecting') setText(this.cause, reason);
        this.reason.hidden = !this.cause.textContent;
        // An output starts at a key frame: what was due before it is not lost.
        const lost = output.packetsLost ?? Math.max(0, output.outputSkippedFrames - output.framesBeforeStart);
        setText(this.values.time, output.outputTimecode.slice(0, 8));
        setText(this.values.sent, bytesText(output.outputBytes));
        setText(this.values.lost, lostText(lost, output.packetsLost === null ? 'frame' : 'packet'));
        // What has recorded keeps the place of its disk.
        this.isRecording ||= Number.isFinite(output.diskFreeBytes);
        this.showRates();
        // The line of the attempt is there as long as it tries, whatever is known of the attempt.
        if (output.attempt || state !== 'connecting') this.attempt = output.attempt;
        this.next.hidden = !this.attempt && !['retrying', 'connecting'].includes(state);
        this.nextTry(this.isPast ? null : output.nextTry);
    }

    /** What is only true in a moment. */
    showRates() {
        const { outputBitrate, outputCongestion, diskFreeBytes, diskSecondsLeft } = this.output;
        setText(this.values.bitrate, this.isPast ? '–' : bitrateText(outputBitrate));
        setText(this.values.queue, this.isPast ? '–' : `${Math.round(outputCongestion * 100)} %`);
        const disk = [[this.values.disk, diskFreeBytes, bytesText], [this.values.left, diskSecondsLeft, roughly]];
        for (const [value, number, textOf] of disk) {
            setText(value, this.isPast || !Number.isFinite(number) ? '–' : textOf(number));
            value.parentElement.hidden = !this.isRecording;
        }
    }

    showState({ text, level }) {
        setText(this.state, text);
        this.state.className = `chip ${level}`;
    }

    update(facts) {
        this.isPast = isPast(facts);
        this.showState(outputState(this.output, facts));
        for (const [name, button] of Object.entries(this.buttons)) {
            setUsable(button, obstacleTo(`${name}Output`, facts, this.output));
        }
        this.showRates();
        if (this.isPast) this.nextTry(null);
    }

    nextTry(time) {
        const wait = time && `next try in ${Math.max(0, (time - Date.now()) / 1000).toFixed(0)} s`;
        setText(this.next, [this.attempt && `attempt ${this.attempt}`, wait].filter(Boolean).join(', '));
    }
}

/** From 10,000 kbit/s on in Mbit/s: numbers of all sizes have the same room. */
function bitrateText(kilobits) {
    return kilobits < 10000 ? `${Math.round(kilobits)} kbit/s` : `${(kilobits / 1000).toFixed(1)} Mbit/s`;
}

function lostText(count, unit) {
    return count < 10000 ? counted(count, unit) : `${Math.round(count / 1000)}k ${unit}s`;
}

function bytesText(bytes) {
    const unit = bytes >= 1e9 ? [1e9, 'GB'] : bytes >= 1e6 ? [1e6, 'MB'] : [1e3, 'kB'];
    return `${(bytes / unit[0]).toFixed(1)} ${unit[1]}`;
}
