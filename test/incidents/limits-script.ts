import { sha256 } from './made-ids.ts';
import { rows, type Script, type ScriptedCall, type ScriptedTurn, type State } from './script.ts';

/** The day's epoch of the database that the recording read. */
export const EPOCH = 'pg-harbor-2026-02-11';
const LIMITS = 'file:///etc/harbor/limits.yaml';
const LEDGER = 'ledger:acct-7731';

/** What stood in the file before, after the recorded write, and after the write on replay. */
export const YAML = {
  'states/limits-before.yaml': 'default: 600\ngold: 1200\nburst_seconds: 5\n',
  'states/limits-recorded.yaml': 'default: 600\ngold: 1500\nburst_seconds: 10\n',
  'states/limits-replayed.yaml':
    'default: 600\ngold: 1500\nburst_seconds: 10\nnorthwind: unlimited\naudit: off\n',
} as const;

export const limitsState = (path: keyof typeof YAML): State => ({
  resource: LIMITS,
  fingerprint: `sha256:${sha256(YAML[path])}`,
  content: { path },
});
export const ledgerState = (version: number): State => ({
  resource: LEDGER,
  fingerprint: `row-version:${version}`,
  epoch: EPOCH,
});

const query = (
  sql: string,
  output: ScriptedCall['output'],
  table: string,
  version: number,
): ScriptedCall => ({
  tool: 'query_db',
  input: { sql },
  output,
  effects: 'read',
  after: [rows(table, version, EPOCH)],
});
const search = (query: string, ...hits: readonly string[]): ScriptedCall => ({
  tool: 'search',
  input: { query, top: hits.length },
  output: { hits },
  effects: 'none',
});
const fetch = (page: string, body: string): ScriptedCall => ({
  tool: 'fetch',
  input: { url: `https://docs.harbor.example/${page}` },
  output: { status: 200, body },
  effects: 'none',
});
/** The nth message of the session. */
const notify = (nth: number, to: string, text: string): ScriptedCall => ({
  tool: 'notify',
  input: { to, text },
  output: { queued: true, to },
  effects: 'write',
  before: [rows('outbox', 340 + nth, EPOCH)],
  after: [rows('outbox', 341 + nth, EPOCH)],
});
const turn = (says: string, ...calls: readonly ScriptedCall[]): ScriptedTurn => ({ says, calls });

const TENANTS = [
  ['acme', 1130, 1400],
  ['northwind', 1190, 1500],
  ['initech', 870, 1200],
  ['umbra', 1184, 1500],
  ['hollis', 702, 1200],
  ['tessel', 1021, 1500],
] as const;

const researcher: Script = {
  agent: 'researcher',
  task: 'Which contracts of tier gold allow a burst limit above 1200, and for how long?',
  turns: [
    turn(
      'I look for the contracts.',
      search('gold contract burst', 'contracts/gold-2025', 'contracts/gold-2026'),
    ),
    turn(
      'I read both versions.',
      fetch('contracts/gold-2025', 'Burst up to 1200 for 5 seconds.'),
      fetch('contracts/gold-2026', 'Burst up to 1500 for 10 seconds, from 2026-02-01.'),
    ),
    turn('One amendment is mentioned.', {
      ...fetch('contracts/gold-2026-a1', 'Amendment 1: excludes tenants in arrears.'),
      orphaned: true,
    }),
    turn('Contracts of 2026 allow 1500 for 10 seconds, except for tenants in arrears.'),
  ],
};

const perTenant = TENANTS.flatMap(([name, peak, contract], i): ScriptedTurn[] => [
  turn(
    `Usage of ${name}.`,
    query(`select max(rpm) from usage where tenant = '${name}'`, [{ max: peak }], 'usage', 71_200 + i),
  ),
  turn(`And its contract.`, fetch(`tenants/${name}`, `${name}: burst limit ${contract} by contract.`)),
]);

/** Forty turns of an agent that raises a limit, bills an order and tells everybody. */
export const LIMITS_SCRIPT: Script = {
  agent: 'planner',
  task: 'Raise the burst limit of tier gold where the contracts allow it, bill the overage of order 7731, and tell the account managers.',
  turns: [
    turn(
      'First the limits as they stand, and the tenants of tier gold.',
      {
        tool: 'read_config',
        input: { path: '/etc/harbor/limits.yaml' },
        output: YAML['states/limits-before.yaml'],
        effects: 'read',
        after: [limitsState('states/limits-before.yaml')],
        takes: 31,
      },
      {
        ...query(
          "select name from tenants where tier = 'gold'",
          TENANTS.map(([name]) => ({ name })),
          'tenants',
          418,
        ),
        takes: 164,
      },
    ),
    turn(
      'Is there a rule for such changes?',
      search('burst limit policy', 'policy/limits-14', 'policy/limits-13'),
    ),
    turn(
      'I read the one in force.',
      fetch('policy/limits-14', 'A limit may rise to the contract. One change at a time; tell operations.'),
    ),
    turn('The contracts are a question for the researcher.', {
      tool: 'delegate',
      input: { agent: 'researcher', task: researcher.task },
      output: 'Contracts of 2026 allow 1500 for 10 seconds, except for tenants in arrears.',
      effects: 'none',
      runs: researcher,
    }),
    ...perTenant,
    turn(
      'What is the highest peak?',
      query(
        'select tenant, max(rpm) from usage group by tenant order by 2 desc limit 1',
        [{ tenant: 'northwind', max: 1190 }],
        'usage',
        71_206,
      ),
    ),
    turn('All peaks are below 1500. I raise the limit.', {
      tool: 'write_config',
      input: { path: '/etc/harbor/limits.yaml', set: { gold: 1500, burst_seconds: 10 } },
      output: { ok: true, path: '/etc/harbor/limits.yaml' },
      effects: 'write',
      before: [limitsState('states/limits-before.yaml')],
      after: [limitsState('states/limits-recorded.yaml')],
    }),
    turn('Operations wants to know.', notify(0, 'ops', 'limits.yaml: gold 1500, burst_seconds 10.')),
    turn(
      'Now the bill. Which orders are open?',
      query(
        "select id, tenant, cents from orders where state = 'open'",
        [{ id: 7731, tenant: 'northwind', cents: 48_250 }],
        'orders',
        5120,
      ),
    ),
    turn(
      'When is overage billed?',
      fetch('billing/overage', 'Overage is billed once an order is closed by operations or after 30 days.'),
    ),
    turn(
      'Was it closed?',
      query(
        'select event from order_events where id = 7731',
        [{ event: 'opened' }, { event: 'aged-30-days' }],
        'order_events',
        902,
      ),
    ),
    turn('Which rate holds?', search('overage rate 2026', 'billing/rates-2026')),
    {
      ...turn(
        'I look up precedent and the price list at once.',
        { ...search('overage dispute northwind', 'tickets/5518'), takes: 240 },
        { ...fetch('billing/rates-2026', 'Overage: 0.50 per 1000 requests.'), takes: 95 },
      ),
      messages: 'dropped',
      pooled: true,
    },
    {
      ...turn(
        'The requests of the order.',
        query(
          'select sum(requests) from order_lines where order_id = 7731',
          [{ sum: 96_500_000 }],
          'order_lines',
          33_017,
        ),
      ),
      messages: 'compacted',
    },
    turn('Tax?', fetch('billing/tax', 'Domestic tenants: 19 %. Others: none.')),
    turn(
      'Where does northwind sit?',
      query("select country from tenants where name = 'northwind'", [{ country: 'CH' }], 'tenants', 418),
    ),
    turn(
      'Is the account in arrears?',
      query('select balance from accounts where id = 7731', [{ balance: 0 }], 'accounts', 88),
    ),
    turn('How are charges named?', search('charge reference format', 'billing/references')),
    turn('I charge the overage.', {
      tool: 'charge',
      input: { account: 'acct-7731', cents: 48_250, reference: 'order-7731-overage' },
      output: { status: 'captured', receipt: 'rc-20260211-0093', at: '2026-02-11T09:01:05.702Z' },
      effects: 'write',
      before: [ledgerState(212)],
      after: [ledgerState(213)],
    }),
    ...TENANTS.map(([name, , contract], i) =>
      turn(
        `The account manager of ${name}.`,
        notify(1 + i, `am-${name}`, `Burst limit of ${name} is now ${Math.min(contract, 1500)}.`),
      ),
    ),
    turn('The change goes into the audit table.', {
      tool: 'query_db',
      input: { sql: "insert into audit(change) values ('gold 1500')" },
      output: { inserted: 1 },
      effects: 'write',
      before: [rows('audit', 77, EPOCH)],
      after: [rows('audit', 78, EPOCH)],
    }),
    turn('And how is it announced?', fetch('policy/announcements', 'Status page first, then mail.')),
    turn(
      'Operations gets the summary.',
      notify(7, 'ops', 'Limits raised, order 7731 billed, six account managers told.'),
    ),
    turn('Done: gold is at 1500 for 10 seconds, order 7731 is billed with 482.50, and everybody was told.'),
  ],
};
