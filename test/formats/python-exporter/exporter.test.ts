/** The script that the refusal of a pickle offers, run on stand-ins for what trainers pickle. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensurePython } from '../../../scripts/python.ts'
import { column, load, refusal } from '../helpers.ts'

const SCRIPT = join(import.meta.dirname, '../../../public/segue_export.py')

/** Two prompts left-padded to 2, responses right-padded to 4; the second row has tool output in it. */
const WRITE = `
import pickle, sys, types
import numpy as np

module = types.ModuleType('protocol')
class DataProto:
    pass
DataProto.__module__ = 'protocol'
DataProto.__qualname__ = 'DataProto'
module.DataProto = DataProto
sys.modules['protocol'] = module

def proto(uid, step=None, **more):
    data = DataProto()
    data.batch = {
        'responses': np.array([[11, 12, 0, 0], [21, 90, 22, 0], [31, 0, 0, 0]]),
        'attention_mask': np.array([[0, 1, 1, 1, 0, 0], [1, 1, 1, 1, 1, 0], [1, 1, 1, 0, 0, 0]]),
        'response_mask': np.array([[1, 1, 0, 0], [1, 0, 1, 0], [1, 0, 0, 0]]),
        'values': np.array([[.1, .2, 9, 9], [.3, .4, .5, 9], [.6, 9, 9, 9]], dtype=np.float32),
        'old_log_probs': -np.ones((3, 4)),
        'token_level_rewards': np.array([[0, 0, 0, 0], [0, 0, 1, 0], [0.25, 0, 0, 0]]),
        **more,
    }
    data.non_tensor_batch = {'uid': np.array(uid, dtype=object)}
    data.meta_info = {} if step is None else {'global_steps': step}
    return data

folder = sys.argv[1]
with open(folder + '/v1.pkl', 'wb') as file:
    pickle.dump(proto(['p-1_0_1', 'p-1_0_0', 'p-1_1_0']), file)
with open(folder + '/steps.pkl', 'wb') as file:
    pickle.dump([proto(['a', 'a', 'b']), proto(['c', 'c', 'd'], step=12, advantages=np.full((3, 4), .5))], file)
with open(folder + '/global_step_7_training_input.pkl', 'wb') as file:
    pickle.dump({'loss_mask': [[1]], 'values': [[.5]]}, file)
with open(folder + '/plain.pkl', 'wb') as file:
    pickle.dump({'loss_mask': [[1, 0, 1]], 'values': [[.5, .5, .25]], 'trajectory_ids': [{'instance_id': 'i', 'repetition_id': 2}]}, file)
# SkyRL, step by step: left-padded, tool output inside of the response, the last row only pads.
class TrainingInputBatch(dict):
    pass
TrainingInputBatch.__module__ = 'protocol'
TrainingInputBatch.__qualname__ = 'TrainingInputBatch'
module.TrainingInputBatch = TrainingInputBatch
skyrl = TrainingInputBatch(
    sequences=np.array([[0, 1, 2, 3, 90, 4], [0, 0, 0, 1, 2, 5], [0, 1, 7, 8, 9, 6], [0, 1, 7, 8, 9, 6]]),
    attention_mask=np.array([[0, 1, 1, 1, 1, 1], [0, 0, 0, 1, 1, 1], [0, 1, 1, 1, 1, 1], [0, 1, 1, 1, 1, 1]]),
    loss_mask=np.array([[0, 1, 0, 1], [0, 0, 0, 1], [0, 1, 1, 1], [0, 0, 0, 0]]),
    response_mask=np.array([[0, 1, 1, 1], [0, 0, 0, 1], [0, 1, 1, 1], [0, 1, 1, 1]]),
    action_log_probs=-np.array([[9, .1, 0, .2], [9, 9, 9, .3], [9, .4, .5, .6], [9, 9, 9, 9]]),
    values=np.full((4, 4), .5), rollout_logprobs=None, advantages=np.ones((4, 4)),
)
skyrl.metadata = dict(global_step=3, uids=['i', 'i', 'j', 'j'], is_last_step=[False, True, True, True], pad_size=1, trajectory_ids=None)
with open(folder + '/skyrl.pkl', 'wb') as file:
    pickle.dump(skyrl, file)

# ROLL: masks and ids over the whole sequence, log-probs without its first token, the outcome beside them.
roll = proto(['x', 'x'])
roll.batch = {
    'input_ids': np.array([[1, 2, 3, 90, 4, 0], [1, 2, 5, 6, 0, 0]]),
    'attention_mask': np.array([[1, 1, 1, 1, 1, 0], [1, 1, 1, 1, 0, 0]]),
    'prompt_mask': np.array([[1, 1, 0, 0, 0, 0], [1, 1, 0, 0, 0, 0]]),
    'response_mask': np.array([[0, 0, 1, 0, 1, 0], [0, 0, 1, 1, 0, 0]]),
    'scores': np.zeros((2, 6)),
    'infer_logprobs': -np.array([[9, .1, 0, .2, 9], [9, .3, .4, 9, 9]]),
}
roll.non_tensor_batch = {
    'traj_id': np.array(['t_0', 't_0'], dtype=object), 'traj_group_id': np.array(['g', 'g'], dtype=object),
    'branch_or_step_idx': np.array([1, 0]), 'episode_scores': np.array([.75, .75], dtype=object),
}
with open(folder + '/step_000012.pkl', 'wb') as file:
    pickle.dump(roll, file)
with open(folder + '/other.pkl', 'wb') as file:
    pickle.dump({'loss_mask': [[1]], 'x': DataProto}, file)
`

let folder = ''
let python = ''
beforeAll(() => {
  python = ensurePython()
  folder = mkdtempSync(join(tmpdir(), 'segue-export-'))
  const { status, stderr } = spawnSync(python, ['-c', WRITE, folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The classes have to be importable, as a trainer's are where the file was written. */
const STAND_IN = 'class DataProto:\n    pass\nclass TrainingInputBatch(dict):\n    pass\n'

function run(...names: readonly string[]) {
  const code = `import sys, types\nmodule = types.ModuleType('protocol')\nexec(${JSON.stringify(STAND_IN)}, module.__dict__)\nsys.modules['protocol'] = module\nsys.argv[0] = ${JSON.stringify(SCRIPT)}\nimport runpy; runpy.run_path(${JSON.stringify(SCRIPT)}, run_name='__main__')`
  const output = join(folder, 'trace.npz')
  const files = names.map((name) => join(folder, name))
  return {
    ...spawnSync(python, ['-c', code, ...files, '-o', output], { encoding: 'utf8' }),
    npz: () => load(new Uint8Array(readFileSync(output))),
  }
}

describe('segue_export.py', () => {
  it('writes what verl V1 has in a DataProto: outputs of a session are segments', async () => {
    const { status, stdout, stderr, npz } = run('v1.pkl')
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(stdout).toContain('2 rollouts, 3 segments, 6 tokens, 5 of them actions')
    const { batch, diagnostics } = await npz()
    expect(diagnostics).toEqual([])
    expect(batch.rollout.id).toEqual(['p-1_0', 'p-1_1'])
    expect(batch.groupIds).toEqual(['p-1'])
    expect([...batch.rollout.firstSegment]).toEqual([0, 2, 3])
    // Output 0 first, and without its padding.
    expect([...(batch.tokenIds ?? [])]).toEqual([21, 90, 22, 11, 12, 31])
    expect([...batch.mask]).toEqual([1, 0, 1, 1, 1, 1])
    expect(column(batch, 'values')).toEqual([...Float32Array.of(0.3, 0.4, 0.5, 0.1, 0.2, 0.6)])
    expect(column(batch, 'old_log_probs')).toEqual([-1, -1, -1, -1, -1, -1])
    expect([...batch.rollout.outcome]).toEqual([1, 0.25])
  })

  it('puts several batches together, with what only some of them have', async () => {
    const { npz } = run('steps.pkl')
    const { batch, steps } = await npz()
    expect([...(steps ?? [])]).toEqual([NaN, NaN, NaN, 12, 12, 12])
    expect(batch.rollout.id).toEqual(['row 1', 'row 2', 'row 3', 'row 4', 'row 5', 'row 6'])
    expect(batch.groupIds).toEqual(['a', 'b', 'c', 'd'])
    expect(column(batch, 'advantages')).toEqual([
      ...Array(6).fill(Number.NaN),
      ...Array(6).fill(0.5),
    ])
  })

  it('takes the training step from the name of a file that says none', async () => {
    const { steps } = await run('global_step_7_training_input.pkl').npz()
    expect([...(steps ?? [])]).toEqual([7])
    expect((await run('plain.pkl').npz()).steps).toBeUndefined()
  })

  it('writes the steps of SkyRL as segments, without padding, tool output inside of the response', async () => {
    const { stderr, npz } = run('skyrl.pkl')
    expect(stderr).toBe('')
    const { batch, steps, diagnostics } = await npz()
    expect(diagnostics).toEqual([])
    expect(batch.rollout.id).toEqual(['rollout 1', 'rollout 2'])
    expect([...batch.rollout.firstSegment]).toEqual([0, 2, 3])
    expect(batch.groupIds).toEqual(['i', 'j'])
    expect([...(batch.tokenIds ?? [])]).toEqual([3, 90, 4, 5, 8, 9, 6])
    expect([...batch.mask]).toEqual([1, 0, 1, 1, 1, 1, 1])
    expect(column(batch, 'old_log_probs')).toEqual([-0.1, -0, -0.2, -0.3, -0.4, -0.5, -0.6])
    expect([...batch.segment.promptLength]).toEqual([2, 2, 2])
    expect([...(steps ?? [])]).toEqual([3, 3])
  })

  it('writes what ROLL has over whole sequences from the first sampled token on', async () => {
    const { stderr, npz } = run('step_000012.pkl')
    expect(stderr).toBe('')
    const { batch, steps, diagnostics } = await npz()
    expect(diagnostics).toEqual([])
    expect(batch.rollout.id).toEqual(['t_0'])
    expect(batch.groupIds).toEqual(['g'])
    // Step 0 first.
    expect([...(batch.tokenIds ?? [])]).toEqual([5, 6, 3, 90, 4])
    expect([...batch.mask]).toEqual([1, 1, 1, 0, 1])
    expect(column(batch, 'rollout_log_probs')).toEqual([-0.3, -0.4, -0.1, -0, -0.2])
    expect([...batch.rollout.outcome]).toEqual([0.75])
    expect([...batch.segment.promptLength]).toEqual([2, 2])
    expect([...(steps ?? [])]).toEqual([12])
  })

  it('reads plain dicts of lists too', async () => {
    const { batch } = await run('plain.pkl').npz()
    expect(batch.rollout.id).toEqual(['i/2'])
    expect([...batch.mask]).toEqual([1, 0, 1])
  })

  it('says what is missing where the trainer is not installed', () => {
    const output = join(folder, 'none.npz')
    const ran = spawnSync(python, [SCRIPT, join(folder, 'v1.pkl'), '-o', output], {
      encoding: 'utf8',
    })
    expect(ran.status).toBe(1)
    expect(ran.stderr).toContain(
      'needs the package `protocol`; run this where the file was written.',
    )
  })
})

describe('a pickle of a trainer', () => {
  it('is refused by the name of the class that reading it would run, and by what to do', async () => {
    const { guess, text } = await refusal(new Uint8Array(readFileSync(join(folder, 'v1.pkl'))))
    expect(guess).toBe('pickle')
    expect(text).toContain('`protocol.DataProto`')
    expect(text).toContain('segue_export.py')
  })
})
