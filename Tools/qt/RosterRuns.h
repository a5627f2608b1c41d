#ifndef ROSTER_RUNS_H
#define ROSTER_RUNS_H

#include <cstddef>
#include <vector>

// Neighbouring items of one section of a snapshot.
struct RosterRun {
  // Of the two snapshots of a batch: the list behind it, or before it.
  bool isTarget;
  int section;
  int start;
  int count;
};

// The items of a section while the operations of a batch are shown, as runs of the two snapshots:
//
//     before                     source 0–9
//     remove items 3–4           source 0–2, source 5–9
//     insert an item at 1        source 0, target 1, source 1–2, source 5–9
//
// Nothing of a model is copied. The runs lie in chunks, so an operation costs O(√k) for k runs: a search that leaves
// little of a million rows makes as many runs as rows.
class RosterRuns {
public:
  bool isEmpty() const { return m_chunks.empty(); }
  // Returns where an item is read, as a run of one.
  RosterRun at(int item) const;
  void insert(int item, const RosterRun &run);
  void remove(int item, int count);

private:
  struct Chunk {
    int count = 0;
    std::vector<RosterRun> runs;
  };
  struct Position {
    std::size_t chunk;
    std::size_t run;
  };

  // Returns the place where the item at `start` begins a run, or the end. It splits the run that the item is in.
  Position cut(int start);
  // Divides a chunk that has become long, and returns whether it has.
  bool divide(std::size_t chunk);

  std::vector<Chunk> m_chunks;
};

#endif
