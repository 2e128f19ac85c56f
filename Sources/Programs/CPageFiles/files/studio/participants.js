// Who is in the meeting: a list of limited height with a search, and what can be done to the chosen participant.

class Participants {
    constructor(send) {
        this.send = send;
        this.rows = new Map();
        this.place = refusalPlace();
        this.list = element('ul', { class: 'participants scrolled', tabindex: '-1', 'aria-label': 'Participants' });
        this.heading = element('h2', {}, 'Participants');
        this.search = element('input', { type: 'search', 'aria-label': 'Search the participants',
            placeholder: 'Search: name, role', input: () => this.filter() });
        this.found = element('p', { class: 'faint', role: 'status' });
        this.panel = new ParticipantPanel(send);
        const name = textField('Name of a new participant', 'name');
        const role = roleField('Role of a new participant');
        const add = actionButton('Add participant', async () => {
            await send({ addParticipant: { name: name.value || 'Ann', role: role.value, isVideoOn: true } });
            name.value = '';
        }, this.place);
        this.box = element('section', { 'aria-label': 'Participants' }, this.heading, this.search, this.found,
            this.list, lineForm(add, name, role), this.place);
    }

    show(participants) {
        const users = new Set(participants.map(({ user }) => user));
        for (const [user, { row }] of this.rows) {
            if (users.has(user)) continue;
            removeFrom(this.list, row);
            this.rows.delete(user);
        }
        for (const participant of participants) {
            if (!this.rows.has(participant.user)) this.add(participant);
            const made = this.rows.get(participant.user), role = wordOf('role', participant.role);
            const more = [participant.isMyself ? 'this client' : '', participant.isAudioOn ? 'audio on' : 'no audio'];
            setText(made.facts, [role, ...more].filter(Boolean).join(', '));
            made.video.show(participant.isVideoOn);
            [made.participant, made.text] = [participant, `${participant.name} ${role}`.toLowerCase()];
            if (this.panel.user === participant.user) this.panel.show(participant);
        }
        this.filter();
    }

    /** @param {?number} age the seconds since this was known, or null when it is the present. */
    showAge(age) {
        const count = this.rows.size > 0 ? counted(this.rows.size, 'participant') : 'Participants';
        setText(this.heading, age === null ? count : `${count}, ${roughly(age)} ago`);
    }

    /** Shows those whose names or roles contain all words. */
    filter() {
        const wanted = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
        let count = 0;
        for (const { row, text } of this.rows.values()) {
            row.hidden = !wanted.every((word) => text.includes(word));
            count += Number(!row.hidden);
        }
        setText(this.found, wanted.length > 0 ? `${count} of ${counted(this.rows.size, 'participant')}` : '');
    }

    add({ user, name, isMyself }) {
        const facts = element('p', { class: 'faint' }), short = visible(shortened(name, 40));
        const video = new Toggle('Video', (isOn) => this.send({ setVideo: { user, isOn } }), this.place,
            { label: `Video of ${short}` });
        const remove = actionButton('Remove', () => this.send({ removeParticipant: { user } }), this.place,
            { isFinal: true, label: `Remove ${short}` });
        const click = () => {
            this.panel.toggle(user, more, row);
            this.panel.show(this.rows.get(user).participant);
        };
        const attributes = { type: 'button', 'aria-expanded': 'false', 'aria-label': `More for ${short}`, click };
        const more = element('button', attributes, 'More');
        const row = element('li', { class: 'panel' }, element('div', { class: 'who' },
            element('p', { class: 'cut' }, foreign(shortened(name, 300))), facts),
            element('div', { class: 'line' }, video.button, isMyself ? null : remove, more));
        this.list.append(row);
        this.rows.set(user, { row, facts, video });
    }
}

/** A choice among the roles. */
function roleField(label) {
    return choiceField(label, ['attendee', 'coHost', 'panelist', 'host'], (value) => wordOf('role', value));
}

/** The other commands to a participant. There is one panel, below the row that opened it. */
class ParticipantPanel {
    constructor(send) {
        this.place = refusalPlace();
        const perform = (title, make, options = {}) =>
            actionButton(title, async () => { await send(make(this.user)); }, this.place, options);
        this.role = roleField('Role');
        const chat = textField('Chat message', 'chat message', { required: true });
        const source = textField('Media: a file, coded:, or empty for a test pattern', 'file or coded:');
        const loops = element('input', { type: 'checkbox', checked: true });
        const media = (user) => ({ user, loops: loops.checked, ...(source.value ? { source: source.value } : {}) });
        const track = choiceField('Track', ['camera', 'microphone', 'shareVideo', 'shareAudio']);
        const change = choiceField('Change of the track', ['mute', 'unmute', 'stall', 'resume', 'silence', 'speak']);
        const sendChat = perform('Send', (user) => ({ sendChat: { text: chat.value, user } }),
            { label: 'Send the chat message' });
        this.box = element('div', { class: 'more' },
            lineForm(perform('Set role', (user) => this.newRole(user)), this.role),
            lineForm(sendChat, chat),
            lineForm(perform('Publish', (user) => ({ publishMedia: media(user) })), source,
                element('label', {}, loops, ' loop'), perform('Share', (user) => ({ publishShare: media(user) }))),
            lineForm(perform('Change', (user) => ({ changeTrack: { user, track: track.value,
                change: { [change.value]: change.value === 'resume' ? { catchesUp: true } : {} } } })), track, change),
            element('div', { class: 'line' },
                perform('Leave and rejoin', (user) => ({ rejoin: { user } }), { isFinal: true }),
                perform('Expel', (user) => ({ expel: { user } }), { isFinal: true })), this.place);
    }

    toggle(user, button, row) {
        const isOpen = this.user === user && this.button?.getAttribute('aria-expanded') === 'true';
        this.button?.setAttribute('aria-expanded', 'false');
        this.box.remove();
        [this.user, this.button, this.shownRole] = [isOpen ? null : user, button, null];
        if (isOpen) return;
        button.setAttribute('aria-expanded', 'true');
        row.append(this.box);
    }

    newRole(user) {
        const role = this.role.value;
        if (role === this.shownRole) throw new Refusal(null, `the role is ${wordOf('role', role)} already; choose another one`, 0);
        return { setRole: { role, user } };
    }

    show({ role }) {
        if (role !== this.shownRole) this.role.value = role;
        this.shownRole = role;
    }
}
