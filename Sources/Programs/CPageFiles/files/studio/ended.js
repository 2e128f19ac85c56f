// The result of a session that has ended, as the server remembers it: also of one that this page has never shown.

/** Why it ended, its exit code, and how often rules were broken. */
function resultText({ stopReason, ending, exitCode, violationCount }) {
    return [endText({ stopReason: ending === 'lost' ? null : stopReason, isKilled: ending === 'lost' }),
        exitText(exitCode), violationCount ? counted(violationCount, 'violation') : ''].filter(Boolean).join(', ');
}

/** Nothing for success, and while the code is not known. */
function exitText(exitCode) { return exitCode ? `exit code ${exitCode}` : ''; }

/** In the zone of the viewer; the date if it is not today's. @param {?(string|Date)} moment */
function momentText(moment) {
    if (!moment) return '–';
    const time = new Date(moment), isToday = time.toDateString() === new Date().toDateString();
    return isToday ? time.toLocaleTimeString() : time.toLocaleString();
}

class Result {
    /** @param {Object} result the answer of the server @param {Object} rules by their names */
    constructor(result, rules) {
        [this.id, this.rules] = [result.sessionId, rules];
        const { snapshot } = result;
        this.parts = [this.head(result), element('div', { class: 'show' },
            element('div', { class: 'column' }, this.outputs(snapshot?.outputs ?? [], result), this.counts(result)),
            element('div', { class: 'column' }, this.violations(result.violations)))];
        if (result.isShortened) {
            this.parts.push(element('p', { class: 'faint' }, 'The snapshot was too long to be remembered as a whole.'));
        }
    }

    head(result) {
        const { program, pid, startedAt, endedAt, exitCode, ending, message, error } = result;
        const facts = { program, process: pid, started: momentText(startedAt), ended: momentText(endedAt),
            ...exitCode === null ? {} : { 'exit code': exitCode } };
        const reasons = new Set([resultText({ ...result, exitCode: null, violationCount: 0 }), error?.message, message]);
        return element('div', { class: 'session-head' }, element('h1', { class: 'cut' }, foreign(this.id)),
            element('span', { class: `chip ${ending === 'lost' || exitCode ? 'bad' : 'idle'}`, role: 'status', 'aria-label': 'State' },
                ending === 'lost' ? 'killed or crashed' : 'ended'),
            element('dl', { class: 'facts' }, ...Object.entries(facts).map(([name, text]) =>
                element('div', {}, element('dt', {}, name), element('dd', { class: 'number' }, foreign(text ?? '–'))))),
            element('p', { class: 'reason' }, foreign(`It ended: ${[...reasons].filter(Boolean).join('; ')}`)));
    }

    outputs(outputs, { endedAt }) {
        const facts = { isOver: true, unknownSince: momentText(endedAt) };
        const cards = outputs.filter(({ isRemoved }) => !isRemoved).map((output) => {
            const { text, level } = outputState(output, facts);
            const reason = [output.cause && plainWords(output.cause), output.message].filter(Boolean).join(': ');
            const numbers = { time: output.outputTimecode.slice(0, 8), sent: bytesText(output.outputBytes),
                lost: counted(Math.max(0, output.outputSkippedFrames - output.framesBeforeStart), 'frame') };
            return element('li', { class: 'panel output' }, element('div', { class: 'output-head' },
                element('span', { class: 'faint' }, `${output.output}`), element('b', {}, foreign(shortened(output.destination, 300))),
                element('span', { class: `chip ${level}` }, text)),
            reason ? element('p', { class: 'reason' }, foreign(reason)) : null, numberList(numbers));
        });
        return element('section', { 'aria-label': 'Outputs' }, element('h2', {}, 'Outputs'),
            cards.length > 0 ? element('ul', { class: 'outputs' }, ...cards) : element('p', { class: 'faint' }, 'No outputs are known.'));
    }

    counts({ video, audio }) {
        const words = ({ accepted, refused, dropped }) => ({ accepted, rejected: refused, dropped });
        const group = (title, media) => media ? [element('h3', {}, title), numberList(words(media))] : [];
        return element('section', { 'aria-label': 'Counts' }, element('h2', {}, 'Counts'),
            ...group('Frames', video), ...group('Audio blocks', audio));
    }

    violations(violations) {
        const rows = violations.map(({ rule, code, count, message }) => {
            const { diagnosis, fix } = explanation(violationItem(0, { rule, code, message, isRefusal: true }), this.rules);
            return element('div', {}, element('dt', {}, element('b', {}, foreign(rule)), count > 1 ? ` ×${count}` : ''),
                element('dd', {}, foreign(diagnosis)), element('dd', { class: 'faint' }, foreign(fix)));
        });
        return element('section', { 'aria-label': 'Violations' }, element('h2', {}, 'Violations'),
            rows.length > 0 ? element('dl', { class: 'broken' }, ...rows) : element('p', { class: 'faint' }, 'No rule was broken.'));
    }
}

function numberList(numbers) {
    return element('dl', { class: 'numbers' }, ...Object.entries(numbers).map(([name, value]) =>
        element('div', {}, element('dt', {}, name), element('dd', { class: 'number' }, `${value}`))));
}
