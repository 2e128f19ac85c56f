// What the user can do: commands behind buttons that say when they are under way, and why something is refused.

/**
 * The buttons of a show, beside the main ones in the line below the header. `isFinal` needs a second click; `endsShow`
 * ends it with one. `needs` is the rule: when the command has an effect.
 */
const actionGroups = [
    {
        title: 'Meeting', actions: [
            { title: 'Revoke co-host', command: { revokeCoHost: {} }, endsShow: true, needs: 'the client is co-host' },
            { title: 'End meeting', command: { endMeeting: { reason: 'endedByHost' } }, isFinal: true,
                needs: 'there is a meeting' },
            { title: 'Leave', command: { leave: {} }, isFinal: true, needs: 'the client is in a meeting' },
            { title: 'Enter breakout room', command: { enterBreakoutRoom: {} }, isFinal: true,
                needs: 'the client is in the main room of a meeting' },
            { title: 'Leave breakout room', command: { leaveBreakoutRoom: {} }, needs: 'the client is in a breakout room' },
            { title: 'Into waiting room', command: { putIntoWaitingRoom: {} }, isFinal: true,
                needs: 'the client is in the meeting' },
            { title: 'Admit', command: { admit: {} }, needs: 'the client is in the waiting room, or waits for the host' },
            { title: 'Reclaim host', command: { reclaimHost: {} },
                needs: 'another participant has the role of the original host' },
        ],
    },
    {
        title: 'Faults', actions: [
            { title: 'Lose connection', command: { loseConnection: { stopsStudio: false } }, needs: 'the client is connected' },
            { title: 'Regain connection', command: { regainConnection: {} }, needs: 'the connection is lost' },
            { title: 'Expire identity', command: { expireIdentity: {} } },
            { title: 'Fail meeting', command: { failMeeting: {} }, isFinal: true, needs: 'there is a meeting' },
        ],
    },
];

/**
 * A button that performs something.
 *
 * @param {function(): Promise} perform what it does; a refusal is shown in `place`, which is below the button: it must not move
 * away from a second click.
 * @param {boolean} isFinal whether a second click within four seconds is needed.
 * @param {function(Refusal): string} explain what else is said of a refusal.
 * @param {?Node[]} content what the button shows instead of its title.
 */
function actionButton(title, perform, place,
    { isFinal = false, endsShow = false, label = null, explain = null, content = null } = {}) {
    let timer = null;
    // Both texts have the room of the wider one: nothing moves when the button asks.
    const faces = isFinal ? [content ?? [title], ['Sure?']] : [content ?? [title]];
    const button = element('button', { type: 'button', 'aria-label': label,
        class: isFinal || endsShow ? 'command final' : 'command', click: async () => {
            if (button.hasAttribute('aria-busy')) return;
            // A finger finds no tooltip.
            if (!isEnabled(button)) return showRefusal(place, title, new Refusal(null, button.title, 0));
            // What moved below a refusal has come to rest before it is pressed.
            if (place !== moved.place && performance.now() - moved.at < 400) return;
            if (isFinal && timer === null) return ask();
            reset();
            for (const other of [...refusals.keys()]) clearRefusal(other);
            button.setAttribute('aria-busy', 'true');
            try {
                await perform();
            } catch (error) {
                showRefusal(place, title, error, explain?.(error));
            } finally {
                button.removeAttribute('aria-busy');
            }
        } }, ...faces.map((parts) => element('span', {}, ...parts)));
    function ask() {
        button.classList.add('asking');
        button.setAttribute('aria-label', `${label ?? title}: sure?`);
        timer = setTimeout(reset, 4000);
    }
    function reset() {
        clearTimeout(timer);
        timer = null;
        button.classList.remove('asking');
        if (label) button.setAttribute('aria-label', label); else button.removeAttribute('aria-label');
    }
    return button;
}

/** Where a refusal has moved what is below it, and when. */
const moved = { place: null, at: -Infinity };

/** The refusals that are shown, with the timers that end them. */
const refusals = new Map();

/** What was refused when, and why. It goes after ten seconds, or with the next action. */
function showRefusal(place, title, error, rule = null) {
    clearTimeout(refusals.get(place));
    refusals.set(place, setTimeout(() => clearRefusal(place), 10000));
    [moved.place, moved.at] = [place, performance.now()];
    place.replaceChildren(element('p', { class: 'refusal', title: error.code || null },
        element('time', { class: 'faint' }, new Date().toLocaleTimeString()), ' ', element('b', {}, `${title}: `),
        foreign(rule ?? error.message.replace(withoutEffect, 'it has no effect in the current state'))));
}

/** The session names the command as it is coded; the button has said which one it is. */
const withoutEffect = /^\w+ does not fit the current state and has no effect; request the snapshot to see it$/;

function clearRefusal(place) {
    clearTimeout(refusals.get(place));
    refusals.delete(place);
    [moved.place, moved.at] = [place, performance.now()];
    place.replaceChildren();
}

/** Whether a command may be performed; if not, why, as its tooltip. */
function setUsable(button, obstacle) {
    setEnabled(button, obstacle === null);
    if (obstacle !== null && button.title !== obstacle) button.title = obstacle;
    if (obstacle === null) button.removeAttribute('title');
}

/** A button that switches something on and off, with its state in words. */
class Toggle {
    /**
     * @param {function(boolean): Promise} perform
     * @param {string[]} states the words for off and on, and for a state that may never be known.
     * @param {?string} key the key that presses it.
     */
    constructor(title, perform, place, { label = null, states = ['off', 'on'], key = null, explain = null } = {}) {
        this.states = states;
        this.state = element('b', { class: 'state' });
        // All states have the space of the longest one.
        this.state.style.minWidth = `${Math.max(...states.map(({ length }) => length))}ch`;
        const content = [`${title} `, this.state, ...key ? [element('kbd', { 'aria-hidden': 'true' }, key)] : []];
        const options = { label: label ?? title, content, explain };
        this.button = actionButton(title, () => perform(!this.isOn), place, options);
        this.button.classList.add('toggle');
        if (key) this.button.setAttribute('aria-keyshortcuts', key);
        this.show(null);
    }

    /** @param {?boolean} isOn null when it is not known. */
    show(isOn, obstacle = null) {
        this.isOn = isOn;
        this.button.setAttribute('aria-pressed', String(isOn ?? false));
        setText(this.state, isOn === null ? this.states[2] ?? '' : this.states[Number(isOn)]);
        setUsable(this.button, obstacle);
    }
}

/** A place for refusals, which a screen reader reads at once. */
function refusalPlace() { return element('div', { role: 'alert' }); }

/** The ready scenarios, which are asked for when the list is opened. A scenario begins with its session. */
function scenarioList(server) {
    const list = element('dl', { class: 'scenarios' }), place = refusalPlace();
    const details = element('details', { toggle: async () => {
        if (!details.open || list.childElementCount > 0) return;
        try {
            const { items } = await server.request('GET', 'scenarios');
            place.replaceChildren();
            list.replaceChildren(...items.map((scenario) => scenarioEntry(server, scenario, details, place)));
        } catch (error) {
            showRefusal(place, 'Scenarios', error);
        }
    } }, element('summary', {}, 'Ready scenarios'), element('p', { class: 'faint' }, 'A scenario begins with a session of its own.'), place, list);
    return details;
}

/** A scenario with a button that starts it; where the server starts nothing, with the command that does. */
function scenarioEntry(server, { name, summary }, details, place) {
    const start = actionButton('Start', async () => {
        try {
            const { session } = await server.request('POST', 'sessions', { scenario: name });
            if (session) location.hash = addressOf(session.sessionId);
        } catch (error) {
            if (error.code === 'unsupportedHere') details.classList.add('starts-nothing');
            throw error;
        }
    }, place, { label: `Start the scenario ${name}` });
    return element('div', {}, element('dt', {}, start, element('b', {}, name), element('code', {}, `psstudio start --serve --scenario ${name}`)),
        element('dd', { class: 'faint' }, summary));
}

/** A form in a line: fields and the button that sends them, also with Enter in a field. */
function lineForm(button, ...fields) {
    const press = (event) => {
        if (event.key !== 'Enter' || event.target.localName !== 'input') return;
        event.preventDefault();
        button.click();
    };
    const submit = (event) => event.preventDefault();
    return element('form', { class: 'line', submit, keydown: press }, ...fields, button);
}

function textField(label, placeholder, more = {}) {
    return element('input', { type: 'text', 'aria-label': label, placeholder, ...more });
}

/** A choice among values of the protocol, in words. */
function choiceField(label, values, text = plainWords) {
    const options = values.map((value) => element('option', { value }, text(value)));
    return element('select', { 'aria-label': label }, ...options);
}

/** Meeting, faults, source, volume, recording and shares; and every other command. */
class ActionPanel {
    /**
     * @param {function(Object): Promise} send performs a command.
     * @param {function(): string} situation says where session and meeting are, for what is refused there.
     */
    constructor(send, server, situation) {
        // The buttons by their commands.
        [this.send, this.buttons, this.toggles] = [send, [], []];
        const explain = (needs) => ({ message }) => needs && message.includes('does not fit the current state')
            ? `this needs that ${needs}; ${situation()}` : null;
        const groups = actionGroups.map(({ title, actions }) => {
            const place = refusalPlace();
            const buttons = actions.map((action) => this.button(action.title, () => action.command, place,
                { ...action, explain: explain(action.needs) }));
            return this.group(title, place, ...buttons);
        });
        [this.commands, this.files] = [new CommandForms(send, server), new FilePicker(server)];
        this.latest = element('p', { class: 'faint latest' }, 'No command so far.');
        this.box = element('section', { 'aria-label': 'Actions' }, element('h2', {}, 'Actions'), this.latest, ...groups,
            this.program(), this.services(), scenarioList(server), this.commands.box);
    }

    /** The latest command, who has given it, and when. */
    showLatest({ command, origin }, time) {
        const [name] = Object.keys(command), giver = giverText(origin);
        setText(this.latest, `Last command: ${[visible(plainWords(name)), giver].filter(Boolean).join(' ')}, ${time.toLocaleTimeString()}`);
    }

    group(title, place, ...parts) {
        return element('div', {}, element('div', { role: 'group', 'aria-label': title, class: 'actions' },
            element('h3', {}, title), ...parts), place);
    }

    /** A button for a command; `make` returns it. */
    button(title, make, place, options = {}) {
        const made = actionButton(title, () => this.send(make()), place, options);
        this.buttons.push({ made, name: Object.keys(options.command ?? make())[0] });
        return made;
    }

    program() {
        const place = refusalPlace();
        const video = textField('Source: a file, coded:, or empty for a test pattern', 'file or coded:');
        const audio = textField('Audio of the source: a file, coded:, or empty for that of the video', 'other audio');
        const start = textField('Start position in seconds', 'from 0 s', { inputmode: 'decimal', class: 'short' });
        const loops = element('input', { type: 'checkbox', checked: true });
        const change = this.button('Change source', () => ({ changeSource: { loops: loops.checked,
            ...(video.value ? { video: video.value } : {}), ...(audio.value ? { audio: audio.value } : {}),
            ...(start.value ? { startAt: numberOf(start.value, 'the start position') } : {}) } }), place);
        this.volume = element('input', { type: 'number', min: 0, max: 400, step: 5, value: 100, class: 'short',
            'aria-label': 'Volume in percent' });
        const factor = () => numberOf(this.volume.value, 'the volume') / 100;
        const setVolume = this.button('Set volume', () => ({ setVolume: { factor: factor() } }), place);
        return this.group('Source and sound', place,
            lineForm(change, video, this.files.button(video, 'the source'), audio,
                this.files.button(audio, 'the audio of the source'), start, element('label', {}, loops, ' loop')), this.files.box,
            lineForm(setVolume, this.volume, '%'));
    }

    services() {
        const place = refusalPlace(), toggle = (title, name, make, states) => {
            const made = new Toggle(title, (isOn) => this.send(make(isOn)), place, { states });
            this.toggles.push({ made, name });
            return made.button;
        };
        const responses = ['granted', 'denied', 'timedOut', 'never', 'unsupported'];
        const response = choiceField('Answer to requests to record', responses);
        const answer = this.button('Answer requests to record',
            () => ({ setRecordingResponse: { response: response.value } }), place);
        return this.group('Services', place,
            toggle('Sharing', 'lockShare', (isLocked) => ({ lockShare: { isLocked } }), ['free', 'locked', 'not known']),
            toggle('Recording', 'permitRecording', (isPermitted) => ({ permitRecording: { isPermitted } }),
                ['not permitted', 'permitted', 'not known']),
            lineForm(answer, response));
    }

    /** Disables what would be refused now. */
    update(facts) {
        for (const { made, name } of this.buttons) setUsable(made, obstacleTo(name, facts));
        this.commands.update(facts);
        this.files.update(facts);
        for (const { made, name } of this.toggles) {
            made.show(facts.services.get(name) ?? null, obstacleTo(name, facts));
        }
        const { volumeFactor } = facts.snapshot?.programAudio ?? {};
        if (volumeFactor === undefined || volumeFactor === this.shownVolume) return;
        // What somebody is typing stays.
        if (document.activeElement === this.volume) return;
        [this.shownVolume, this.volume.value] = [volumeFactor, Math.round(volumeFactor * 100)];
    }
}

/** @throws {Refusal} for what is not a number. */
function numberOf(text, what) {
    const number = Number(String(text).replace(',', '.'));
    if (text === '' || !Number.isFinite(number)) throw new Refusal(null, `${what} must be a number`, 0);
    return number;
}
