// What the user can do: commands behind buttons that say when they are under way, and why something is refused.

/**
 * The buttons of a show. `isFinal` needs a second click; `endsShow` ends it with one. `needs` is the rule: when the command has
 * an effect.
 */
const actionGroups = [
    {
        title: 'Meeting', actions: [
            { title: 'Revoke co-host', command: { revokeCoHost: {} }, endsShow: true, needs: 'the client is co-host' },
            { title: 'End meeting', command: { endMeeting: { reason: 'endedByHost' } }, isFinal: true, needs: 'there is a meeting' },
            { title: 'Leave', command: { leave: {} }, isFinal: true, needs: 'the client is in a meeting' },
            { title: 'Enter breakout room', command: { enterBreakoutRoom: {} }, isFinal: true,
                needs: 'the client is in the main room of a meeting' },
            { title: 'Leave breakout room', command: { leaveBreakoutRoom: {} }, needs: 'the client is in a breakout room' },
            { title: 'Into waiting room', command: { putIntoWaitingRoom: {} }, isFinal: true, needs: 'the client is in the meeting' },
            { title: 'Admit', command: { admit: {} }, needs: 'the client is in the waiting room, or waits for the host' },
            { title: 'Reclaim host', command: { reclaimHost: {} }, needs: 'another participant has the role of the original host' },
        ],
    },
    {
        title: 'Faults', actions: [
            { title: 'Lose connection', command: { loseConnection: { stopsStudio: false } }, needs: 'the client is connected' },
            { title: 'Regain connection', command: { regainConnection: {} }, needs: 'the connection is lost' },
            { title: 'Stop studio', command: { stopStudio: {} }, isFinal: true, needs: 'the studio is sending' },
            { title: 'Expire identity', command: { expireIdentity: {} } },
            { title: 'Fail meeting', command: { failMeeting: {} }, isFinal: true, needs: 'there is a meeting' },
        ],
    },
    {
        title: 'Source and sound', actions: [
            { title: 'Show slate', command: { showSlate: {} }, needs: 'no slate is on air' },
            { title: 'End slate', command: { endSlate: {} }, needs: 'a slate is on air that was asked for' },
            { title: 'Mute', command: { setMute: { isMuted: true } } },
            { title: 'Unmute', command: { setMute: { isMuted: false } } },
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
 */
function actionButton(title, perform, place, { isFinal = false, endsShow = false, label = null, explain = null } = {}) {
    let timer = null;
    // Both texts have the room of the wider one: nothing moves when the button asks.
    const faces = [title, 'Sure?'].slice(0, isFinal ? 2 : 1).map((text) => element('span', {}, text));
    const button = element('button', { type: 'button', 'aria-label': label, class: isFinal || endsShow ? 'command final' : 'command',
        click: async () => {
            if (!isEnabled(button) || button.hasAttribute('aria-busy')) return;
            // What moved below a refusal has come to rest before it is pressed.
            if (place !== moved.place && performance.now() - moved.at < 400) return;
            if (isFinal && timer === null) return ask();
            reset();
            button.setAttribute('aria-busy', 'true');
            try {
                await perform();
                if (place.childElementCount > 0) clearRefusal(place);
            } catch (error) {
                showRefusal(place, title, error, explain?.(error));
            } finally {
                button.removeAttribute('aria-busy');
            }
        } }, ...faces);
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

/** What was refused, and why. */
function showRefusal(place, title, error, rule = null) {
    [moved.place, moved.at] = [place, performance.now()];
    place.replaceChildren(element('p', { class: 'refusal' }, element('b', {}, `${title}: `), foreign(rule ?? error.message),
        error.code ? element('span', { class: 'faint' }, ` (${error.code})`) : null));
}

function clearRefusal(place) {
    [moved.place, moved.at] = [place, performance.now()];
    place.replaceChildren();
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

/**
 * All groups of buttons.
 *
 * @param {function(Object): Promise} send performs a command.
 * @param {function(): string} situation says where session and meeting are, for what is refused there.
 */
function actionPanel(send, server, situation) {
    const explain = (needs) => ({ message }) => needs && message.includes('does not fit the current state')
        ? `this needs that ${needs}; ${situation()}` : null;
    const groups = actionGroups.flatMap(({ title, actions }) => {
        const place = refusalPlace();
        return [element('div', { role: 'group', 'aria-label': title, class: 'actions' }, element('h3', {}, title),
            ...actions.map((action) => actionButton(action.title, () => send(action.command), place,
                { ...action, explain: explain(action.needs) }))), place];
    });
    const place = refusalPlace();
    const source = element('input', { type: 'text', 'aria-label': 'Source: a file, coded:, or empty for a test pattern',
        placeholder: 'file or coded:' });
    const change = actionButton('Change source', () => send({ changeSource: { loops: true, ...(source.value ? { video: source.value } : {}) } }), place);
    return element('section', { 'aria-label': 'Actions' }, element('h2', {}, 'Actions'), ...groups,
        element('form', { class: 'line', submit: (event) => { event.preventDefault(); change.click(); } }, source, change), place, scenarioList(server));
}
