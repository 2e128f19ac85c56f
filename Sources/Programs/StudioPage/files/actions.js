// What the user can do: commands behind buttons that say when they are under way, and why something is refused.

/** The buttons of a show. `fields` are asked for; a value that is empty is left out. */
const actionGroups = [
    {
        title: 'Meeting', actions: [
            { title: 'Revoke co-host', command: { revokeCoHost: {} } },
            { title: 'End meeting', command: { endMeeting: { reason: 'endedByHost' } }, isFinal: true },
            { title: 'Leave', command: { leave: {} }, isFinal: true },
            { title: 'Enter breakout room', command: { enterBreakoutRoom: {} } },
            { title: 'Leave breakout room', command: { leaveBreakoutRoom: {} } },
            { title: 'Into waiting room', command: { putIntoWaitingRoom: {} } },
            { title: 'Admit', command: { admit: {} } },
            { title: 'Reclaim host', command: { reclaimHost: {} } },
        ],
    },
    {
        title: 'Faults', actions: [
            { title: 'Lose connection', command: { loseConnection: { stopsStudio: false } } },
            { title: 'Regain connection', command: { regainConnection: {} } },
            { title: 'Stop studio', command: { stopStudio: {} }, isFinal: true },
            { title: 'Expire identity', command: { expireIdentity: {} } },
            { title: 'Fail meeting', command: { failMeeting: {} }, isFinal: true },
        ],
    },
    {
        title: 'Source and sound', actions: [
            { title: 'Show slate', command: { showSlate: {} } },
            { title: 'End slate', command: { endSlate: {} } },
            { title: 'Mute', command: { setMute: { isMuted: true } } },
            { title: 'Unmute', command: { setMute: { isMuted: false } } },
        ],
    },
];

/**
 * A button that performs something.
 *
 * @param {function(): Promise} perform what it does; a refusal is shown in `place`.
 * @param {boolean} isFinal whether a second click within four seconds is needed.
 */
function actionButton(title, perform, place, { isFinal = false, label = null } = {}) {
    let timer = null;
    const button = element('button', { type: 'button', 'aria-label': label, class: isFinal ? 'command final' : 'command', click: async () => {
        if (isFinal && timer === null) {
            button.textContent = `${title}: sure?`;
            timer = setTimeout(reset, 4000);
            return;
        }
        reset();
        button.setAttribute('aria-busy', 'true');
        button.disabled = true;
        try {
            await perform();
            place.replaceChildren();
        } catch (error) {
            showRefusal(place, title, error);
        } finally {
            button.removeAttribute('aria-busy');
            button.disabled = 'over' in button.dataset;
        }
    } }, title);
    function reset() {
        clearTimeout(timer);
        timer = null;
        button.textContent = title;
    }
    return button;
}

/** What was refused, and why. */
function showRefusal(place, title, error) {
    place.replaceChildren(element('p', { class: 'refusal' }, element('b', {}, `${title}: `), foreign(error.message),
        error.code ? element('span', { class: 'faint' }, ` (${error.code})`) : null));
}

/** A place for refusals, which a screen reader reads at once. */
function refusalPlace() { return element('div', { role: 'alert' }); }

/** The ready scenarios, which are asked for when the list is opened. A scenario begins with its session. */
function scenarioList(server) {
    const list = element('dl', { class: 'scenarios' }), place = refusalPlace();
    return element('details', { toggle: async ({ target }) => {
        if (!target.open || list.childElementCount > 0) return;
        try {
            const { items } = await server.request('GET', 'scenarios');
            place.replaceChildren();
            list.replaceChildren(...items.map(({ name, summary }) => element('div', {}, element('dt', {},
                element('code', {}, `psstudio start --serve --scenario ${name}`)), element('dd', { class: 'faint' }, summary))));
        } catch (error) {
            showRefusal(place, 'Scenarios', error);
        }
    } }, element('summary', {}, 'Ready scenarios'), element('p', { class: 'faint' }, 'A scenario begins with its session:'), place, list);
}

/** All groups of buttons. @param {function(Object): Promise} send performs a command. */
function actionPanel(send, server) {
    const place = refusalPlace();
    const groups = actionGroups.map(({ title, actions }) => element('div', { role: 'group', 'aria-label': title, class: 'actions' },
        element('h3', {}, title), ...actions.map((action) =>
            actionButton(action.title, () => send(action.command), place, action))));
    const source = element('input', { type: 'text', 'aria-label': 'Source: a file, coded:, or empty for a test pattern',
        placeholder: 'file or coded:' });
    const change = actionButton('Change source', () => send({ changeSource: { loops: true, ...(source.value ? { video: source.value } : {}) } }), place);
    return element('section', { 'aria-label': 'Actions' }, element('h2', {}, 'Actions'), place, ...groups,
        element('form', { class: 'line', submit: (event) => { event.preventDefault(); change.click(); } }, source, change), scenarioList(server));
}
