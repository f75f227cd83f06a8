// The Lua scripts, one for each call of the store. Redis runs each atomically. Data only.

/**
 * A key is a hash. While claimed, it has `token` and `until` (milliseconds by the clock of Redis); when done,
 * `answer`; when partly done, `progress`. `body` is the fingerprint of the body. Redis removes it by its time
 * to live.
 */
const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/** KEYS; ARGV: token, milliseconds, then for each key the fingerprint or an empty text. */
export const CLAIM: string = `${NOW}
local answer, progress, busy
for i, key in ipairs(KEYS) do
  local entry = redis.call('HMGET', key, 'token', 'until', 'body', 'answer', 'progress')
  local body = ARGV[2 + i]
  if entry[3] and entry[3] ~= '' and body ~= '' and entry[3] ~= body then return {'conflict'} end
  if entry[4] then
    answer = answer or entry[4]
  elseif entry[1] and tonumber(entry[2]) > now then
    busy = true
  else
    progress = progress or entry[5]
  end
end
if answer then return {'done', answer} end
if busy then return {'busy'} end
local milliseconds = tonumber(ARGV[2])
for i, key in ipairs(KEYS) do
  local left = redis.call('PTTL', key)
  local ends = string.format('%.0f', now + milliseconds)
  redis.call('HSET', key, 'token', ARGV[1], 'until', ends, 'body', ARGV[2 + i])
  if left < milliseconds then redis.call('PEXPIRE', key, ARGV[2]) end
end
if progress then return {'claimed', progress} end
return {'claimed'}`;

/** Whether all keys still belong to the token ARGV[1]. */
const OWNED = `${NOW}
for _, key in ipairs(KEYS) do
  local entry = redis.call('HMGET', key, 'token', 'until')
  if entry[1] ~= ARGV[1] or tonumber(entry[2]) <= now then return 0 end
end`;

/** KEYS; ARGV: token, milliseconds. */
export const EXTEND: string = `${OWNED}
local milliseconds = tonumber(ARGV[2])
for _, key in ipairs(KEYS) do
  redis.call('HSET', key, 'until', string.format('%.0f', now + milliseconds))
  if redis.call('PTTL', key) < milliseconds then redis.call('PEXPIRE', key, ARGV[2]) end
end
return 1`;

/** KEYS; ARGV: token, the field to keep or an empty text, its text, then for each key its milliseconds. */
export const SETTLE: string = `${OWNED}
for i, key in ipairs(KEYS) do
  local body = redis.call('HGET', key, 'body')
  redis.call('DEL', key)
  if ARGV[2] ~= '' then
    redis.call('HSET', key, 'body', body, ARGV[2], ARGV[3])
    redis.call('PEXPIRE', key, ARGV[3 + i])
  end
end
return 1`;
