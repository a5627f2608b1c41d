#include "RosterRuns.h"

#include <algorithm>

namespace {
constexpr std::size_t chunkSizeMax = 512;
}

RosterRun RosterRuns::at(int item) const {
  auto chunk = m_chunks.begin();
  for (; item >= chunk->count; ++chunk) item -= chunk->count;
  auto run = chunk->runs.begin();
  for (; item >= run->count; ++run) item -= run->count;
  return {run->isTarget, run->section, run->start + item, 1};
}

RosterRuns::Position RosterRuns::cut(int start) {
  int item = start;
  std::size_t chunk = 0;
  for (; chunk < m_chunks.size() && item >= m_chunks[chunk].count; ++chunk) item -= m_chunks[chunk].count;
  if (chunk == m_chunks.size()) return {chunk, 0};
  std::vector<RosterRun> &runs = m_chunks[chunk].runs;
  std::size_t run = 0;
  for (; item >= runs[run].count; ++run) item -= runs[run].count;
  if (item == 0) return {chunk, run};
  RosterRun rest = runs[run];
  rest.start += item;
  rest.count -= item;
  runs[run].count = item;
  runs.insert(runs.begin() + run + 1, rest);
  return divide(chunk) ? cut(start) : Position{chunk, run + 1};
}

void RosterRuns::insert(int item, const RosterRun &run) {
  Position position = cut(item);
  if (position.chunk == m_chunks.size()) {
    if (m_chunks.empty()) m_chunks.emplace_back();
    position = {m_chunks.size() - 1, m_chunks.back().runs.size()};
  }
  Chunk &chunk = m_chunks[position.chunk];
  chunk.runs.insert(chunk.runs.begin() + position.run, run);
  chunk.count += run.count;
  divide(position.chunk);
}

void RosterRuns::remove(int item, int count) {
  // Each pass removes the run that begins at `item`, or its first part.
  while (count > 0) {
    const Position position = cut(item);
    Chunk &chunk = m_chunks[position.chunk];
    RosterRun &run = chunk.runs[position.run];
    const int removed = std::min(run.count, count);
    count -= removed;
    chunk.count -= removed;
    run.start += removed;
    run.count -= removed;
    if (run.count == 0) chunk.runs.erase(chunk.runs.begin() + position.run);
    if (chunk.runs.empty()) m_chunks.erase(m_chunks.begin() + position.chunk);
  }
}

bool RosterRuns::divide(std::size_t index) {
  Chunk &chunk = m_chunks[index];
  if (chunk.runs.size() <= chunkSizeMax) return false;
  Chunk rest;
  const auto middle = chunk.runs.begin() + chunk.runs.size() / 2;
  rest.runs.assign(middle, chunk.runs.end());
  chunk.runs.erase(middle, chunk.runs.end());
  for (const RosterRun &run : rest.runs) rest.count += run.count;
  chunk.count -= rest.count;
  m_chunks.insert(m_chunks.begin() + index + 1, std::move(rest));
  return true;
}
