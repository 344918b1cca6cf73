-- The requests of `scripts/bench load`. wrk runs this file. The arguments after `--` are pairs of name and value:
--   row: the kind of request. people: the number of people. salt: makes the ids of this run unique. key, credential, tag: what devices send.
local option = {}
local number = 0
local random

local function json(text) return '"' .. text .. '"' end

local function device(id)
  return '{"id":' .. json(id) .. ',"platform":"ios","model":"iPhone17,2","os_version":"18.1","app_version":"4.2.0","sdk_version":"0.1.0",'
    .. '"locale":"en-GB","time_zone":"Europe/London"}'
end

-- As random as the ids that devices create.
local function id(prefix)
  number = number + 1
  return string.format("%s-%s-%08x-%d", prefix, option.salt, random(0, 0xffffff), number)
end

local function sync(name, tag)
  local held = tag and ',"definitions_tag":' .. json(tag) or ''
  return '{"version":1,"device":' .. device("device-" .. name) .. ',"user_id":' .. json("user-" .. name)
    .. ',"session_id":"session-1"' .. held .. ',"sent_at":' .. option.now .. '}'
end

local function events(name)
  local list = {}
  -- The current time, so that people are seen later each time, as in production.
  local now = string.format("%d", os.time() * 1000)
  for index = 1, 10 do
    list[index] = '{"id":' .. json(id("event")) .. ',"kind":"custom","name":"cart_viewed","at":' .. now
      .. ',"session_id":"session-1","user_id":' .. json("user-" .. name) .. ',"properties":{"amount":' .. index
      .. ',"category":"hats","currency":"EUR"}}'
  end
  return '{"version":1,"device":' .. device("device-" .. name) .. ',"sent_at":' .. now .. ',"events":['
    .. table.concat(list, ",") .. ']}'
end

function init(arguments)
  for index = 1, #arguments, 2 do option[arguments[index]] = arguments[index + 1] end
  math.randomseed(tonumber(option.seed))
  random = math.random
  local headers = { ["X-Martlet-Key"] = option.key, ["Content-Type"] = "application/json" }
  local known = { ["X-Martlet-Device-Credential"] = option.credential }
  local packed = { ["Accept-Encoding"] = "gzip" }
  for name, value in pairs(headers) do
    known[name] = value
    packed[name] = value
  end
  local knownPacked = { ["Accept-Encoding"] = "gzip" }
  for name, value in pairs(known) do knownPacked[name] = value end

  local function person() return tostring(random(0, option.people - 1)) end
  local makers = {
    empty = function() return wrk.format("GET", "/livez") end,
    unchanged = function() return wrk.format("POST", "/sdk/v1/sync", knownPacked, sync(person(), option.tag)) end,
    definitions = function() return wrk.format("POST", "/sdk/v1/sync", knownPacked, sync(person())) end,
    plain = function() return wrk.format("POST", "/sdk/v1/sync", known, sync(person())) end,
    first = function() return wrk.format("POST", "/sdk/v1/sync", packed, sync(id("new"))) end,
    events = function() return wrk.format("POST", "/sdk/v1/events", knownPacked, events(person())) end,
  }
  request = makers[option.row]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    "LOAD %d %d %.1f %.1f %.0f %d\n", summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), summary.bytes,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
