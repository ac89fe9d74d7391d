/** Of what stands on the screen in few visits. */
import { dictionary } from '../../ui/text.tsx'

export const lateWords = dictionary(
  {
    mapColumns: 'Choose its columns…',
    refusedOne: 'The file could not be read',
    refusedMany: '{n} files could not be read',
    guess: 'Looks like',
    unknownGuess: 'nothing known',
    line: 'line',
    row: 'row',
    field: 'field',
    moreProblems: 'and {n} more',
    accepted: 'What Segue reads',
    accepted1:
      'Canonical traces: JSON Lines or JSON with one row per segment (rollout_id and response_mask at least), npz, safetensors, parquet',
    accepted2:
      'Dumps of trainers: verl, slime, miles, prime-rl, verifiers, NeMo-RL, ROLL, AReaL, SkyRL, TRL, rLLM, Tinker',
    accepted3:
      'Sessions and trajectories of agents: Claude Code, Codex CLI, Gemini CLI, Harbor ATIF, OpenHands, SWE-agent, mini-swe-agent, Inspect',
    accepted4:
      'Exports of LangSmith, Langfuse and OpenTelemetry; chat messages and ShareGPT as JSONL',
    acceptedHow: 'The format is recognised by content; names and endings do not matter.',
    again: 'Open other files…',
    close: 'Close',
    problemsIntro:
      'A rollout with an error was left out; the rest is shown. With a warning everything readable was kept.',
    unknownColumns: 'Unknown columns, kept aside: {columns}',
    unknownColumnsMore: 'Unknown columns, kept aside: {columns} and {n} more',
    exporter:
      'A small script (Python, numpy) makes a trace of it, run where the trainer is installed:',
    error: 'left out',
    warning: 'warning',
    emptyTitle: 'No trace is open',
    emptyText:
      'Segue shows how the terminal reward of a long rollout reaches its earlier tokens when the context was condensed on the way.',
    choose: 'Choose files…',
    orSample: 'or look at a sample:',
  },
  {
    mapColumns: '指定各列…',
    refusedOne: '无法读取该文件',
    refusedMany: '{n} 个文件无法读取',
    guess: '看起来像',
    unknownGuess: '未知格式',
    line: '行',
    row: '数据行',
    field: '字段',
    moreProblems: '另有 {n} 个',
    accepted: 'Segue 可读取',
    accepted1:
      '规范轨迹：每段一行的 JSON Lines 或 JSON（至少有 rollout_id 与 response_mask）、npz、safetensors、parquet',
    accepted2:
      '训练框架的转储：verl、slime、miles、prime-rl、verifiers、NeMo-RL、ROLL、AReaL、SkyRL、TRL、rLLM、Tinker',
    accepted3:
      '智能体的会话与轨迹：Claude Code、Codex CLI、Gemini CLI、Harbor ATIF、OpenHands、SWE-agent、mini-swe-agent、Inspect',
    accepted4: 'LangSmith、Langfuse、OpenTelemetry 的导出；聊天消息与 ShareGPT 的 JSONL',
    acceptedHow: '格式按内容识别，与文件名和扩展名无关。',
    again: '打开其他文件…',
    close: '关闭',
    problemsIntro: '有错误的 rollout 被略去，其余照常显示；有警告的，可读的内容全部保留。',
    unknownColumns: '未知的列，已另存：{columns}',
    unknownColumnsMore: '未知的列，已另存：{columns}，另有 {n} 列',
    exporter: '在装有训练框架的机器上运行这个小脚本（Python、numpy），即可将其转为轨迹：',
    error: '已略去',
    warning: '警告',
    emptyTitle: '没有打开的轨迹',
    emptyText: 'Segue 展示当上下文在途中被压缩时，长 rollout 的终局奖励如何到达较早的 token。',
    choose: '选择文件…',
    orSample: '或查看示例：',
  },
)
