// Every command of the session with all its fields. The forms come from the server's OpenAPI document, so that a new
// command has one.

/** A list of commands and the form of the chosen one; the document is asked for when it is opened. */
class CommandForms {
    constructor(send, server) {
        [this.send, this.server, this.participants, this.choices, this.facts] = [send, server, [], [], null];
        this.place = refusalPlace();
        this.form = element('div', {});
        this.box = element('details', { class: 'all-commands', toggle: () => this.load() },
            element('summary', {}, 'All commands'), this.form, this.place);
    }

    async load() {
        if (!this.box.open || this.schemas) return;
        try {
            const document = await this.server.request('GET', 'openapi.json');
            this.schemas = document.components.schemas.Command.properties;
            const names = Object.keys(this.schemas);
            const choice = choiceField('Command', names, (name) => name);
            choice.addEventListener('change', () => this.choose(choice.value));
            this.fields = element('div', { class: 'fields' });
            this.form.replaceChildren(choice, this.fields);
            this.choose(names[0]);
        } catch (error) {
            showRefusal(this.place, 'All commands', error);
        }
    }

    choose(name) {
        this.choices = [];
        const schema = this.schemas[name], field = new ObjectField(schema, this);
        this.chosen = name;
        this.button = actionButton('Send', async () => { await this.send({ [name]: field.value() }); }, this.place,
            { label: `Send ${name}`, isFinal: endsSession.includes(name) });
        const submit = (event) => {
            event.preventDefault();
            this.button.click();
        };
        this.fields.replaceChildren(element('p', { class: 'faint' }, schema.description ?? ''),
            element('form', { submit }, field.box, this.button));
        if (this.facts) this.update(this.facts);
    }

    update(facts) {
        [this.facts, this.participants] = [facts, facts.snapshot?.participants ?? []];
        for (const choice of this.choices) choice.update();
        // A command to an output, or with a target of its own, may fit although the usual one does not.
        if (this.button) setUsable(this.button, facts.isOver ? obstacleTo(this.chosen, facts) : null);
    }
}

/** The commands that end a session: a second click is needed. */
const endsSession = [
    'stop', 'stopStudio', 'endMeeting', 'failMeeting', 'leave', 'putIntoWaitingRoom', 'enterBreakoutRoom', 'expel',
    'revokeCoHost', 'demote',
];

/** The fields of an object; one that is left empty is not sent. */
class ObjectField {
    constructor({ properties = {}, required = [], maxProperties }, owner) {
        this.fields = Object.entries(properties).map(([name, schema]) =>
            ({ name, field: fieldOf(name, schema, required.includes(name), owner) }));
        this.box = element('div', { class: 'object' }, ...this.fields.map(({ field }) => field.box));
        if (maxProperties === 1) this.chooseOne();
    }

    /** Of alternatives, one is shown. */
    chooseOne() {
        const choice = choiceField('Kind', this.fields.map(({ name }) => name));
        const show = () => { for (const { name, field } of this.fields) field.box.hidden = name !== choice.value; };
        choice.addEventListener('change', show);
        this.box.prepend(choice);
        this.chosen = () => choice.value;
        show();
    }

    value() {
        const names = this.fields.filter(({ name }) => !this.chosen || name === this.chosen());
        const values = names.map(({ name, field }) => [name, this.chosen ? field.value() ?? {} : field.value()]);
        return Object.fromEntries(values.filter(([, value]) => value !== undefined));
    }
}

/** The field of a schema: `box` with its label, and `value()`, which is undefined when it is empty. */
function fieldOf(name, schema, isRequired, owner) {
    if (schema.properties) {
        const field = new ObjectField(schema, owner);
        const value = () => {
            const found = field.value();
            return !isRequired && Object.keys(found).length === 0 ? undefined : found;
        };
        return { box: element('fieldset', {}, element('legend', {}, plainWords(name)), field.box), value };
    }
    const { input, read, textOf = String } = inputOf(schema, isRequired, owner);
    // Its default stands in the field.
    if (schema.default !== undefined) input.value = textOf(schema.default);
    const unit = schema['x-unit'] ? ` (${schema['x-unit']})` : '';
    if (schema.description) input.title = schema.description;
    const isMissing = () => input.value === '' && !isText(schema, isRequired);
    return { box: element('label', {}, `${plainWords(name)}${unit}${isRequired ? '' : ', optional'} `, input),
        value: () => isMissing() ? missing(name, isRequired) : read(input.value) };
}

/** An empty text is a value where one is required. */
function isText(schema, isRequired) { return isRequired && schema.type === 'string' && !schema.enum; }

function missing(name, isRequired) {
    if (isRequired) throw new Refusal(null, `${plainWords(name)} is missing`, 0);
    return undefined;
}

/** The input of a schema, what turns its text into a value, and a value into its text. */
function inputOf(schema, isRequired, owner) {
    const choice = (values, text) => element('select', {}, ...isRequired ? [] : [element('option', { value: '' }, '–')],
        ...values.map((value, index) => element('option', { value: index }, text(value))));
    const numbered = (values, text) => ({
        input: choice(values, text), read: (index) => values[Number(index)], textOf: (value) => String(values.indexOf(value)),
    });
    if (schema.enum) return numbered(schema.enum, (value) => value === '' ? 'none' : plainWords(value));
    if (schema.type === 'boolean') return numbered([true, false], (value) => value ? 'yes' : 'no');
    if (schema['x-participant']) return new ParticipantChoice(isRequired, owner);
    if (schema.type === 'number' || schema.type === 'integer') {
        const { minimum, maximum, type } = schema, step = type === 'integer' ? 1 : 'any';
        return { input: element('input', { type: 'number', min: minimum, max: maximum, step }), read: Number };
    }
    return { input: element('input', { type: 'text' }), read: (text) => text };
}

/** A choice among the participants, who come and go. */
class ParticipantChoice {
    constructor(isRequired, owner) {
        [this.isRequired, this.owner, this.read] = [isRequired, owner, Number];
        this.input = element('select', {});
        owner.choices.push(this);
        this.update();
    }

    update() {
        const { participants } = this.owner, key = participants.map(({ user, name }) => `${user} ${name}`).join('\n');
        // A list that is open stays.
        if (key === this.key || document.activeElement === this.input) return;
        const { value } = this.input;
        this.key = key;
        const options = participants.map(({ user, name }) =>
            element('option', { value: user }, `${visible(shortened(name, 40))} (${user})`));
        this.input.replaceChildren(...this.isRequired ? [] : [element('option', { value: '' }, '–')], ...options);
        if (participants.some(({ user }) => String(user) === value)) this.input.value = value;
    }
}
