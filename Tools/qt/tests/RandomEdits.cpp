#include "RandomEdits.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <vector>

namespace {

struct Section {
  // An id, or what an edit of the change has made.
  QJsonValue name;
  int count;
};

std::vector<Section> sectionsOf(roster_list list) {
  std::vector<Section> sections;
  roster_snapshot snapshot;
  roster_counts counts;
  if (roster_snapshot_open(list, -1, &snapshot) != ROSTER_OK) return sections;
  roster_snapshot_counts(snapshot, &counts);
  for (int64_t index = 0; index < counts.sections; ++index) {
    roster_section section;
    roster_snapshot_section(snapshot, index, &section, nullptr);
    sections.push_back({qint64(section.id), int(section.items)});
  }
  roster_close(snapshot);
  return sections;
}

QJsonObject model(QRandomGenerator &random) {
  static const char *const words[] = {"lunch", "kb", "report", "noon", "x"};
  return {
      {"day", QString::number(random.bounded(4))},
      {"n", random.bounded(20)},
      {"text", QString("%1 %2").arg(words[random.bounded(5)], words[random.bounded(5)])}};
}

// The edits of a change, and how they leave the sections.
class Edits {
public:
  Edits(QRandomGenerator &random, roster_list list) : m_random(random), m_sections(sectionsOf(list)) {}

  void add() {
    const int kind = m_random.bounded(20);
    if (m_sections.empty() || kind == 0) return insertSection();
    const int section = m_random.bounded(int(m_sections.size()));
    Section &chosen = m_sections[std::size_t(section)];
    switch (kind) {
    case 1: return removeSection(section);
    case 2: case 3: return moveSection(section);
    case 4: return add({{"do", "update_section"}, {"section", chosen.name}, {"model", model(m_random)}});
    default: break;
    }
    if (chosen.count == 0 || kind < 10) return insert(section);
    const QJsonObject item{{"at", QJsonArray{section, m_random.bounded(chosen.count)}}};
    if (kind < 14) return move(item, section);
    if (kind < 17) return add({{"do", "update"}, {"item", item}, {"model", model(m_random)}});
    --chosen.count;
    add({{"do", "remove"}, {"item", item}});
  }

  const QJsonArray &array() const { return m_edits; }

private:
  void add(const QJsonObject &edit) { m_edits.append(edit); }

  void insertSection() {
    const int at = m_random.bounded(int(m_sections.size()) + 1);
    m_sections.insert(
        m_sections.begin() + at, {QJsonObject{{"edit", m_edits.size()}}, 0});
    add({{"do", "insert_section"}, {"at", at}, {"model", model(m_random)}});
  }

  void removeSection(int section) {
    add({{"do", "remove_section"}, {"section", m_sections[std::size_t(section)].name}});
    m_sections.erase(m_sections.begin() + section);
  }

  void moveSection(int section) {
    const Section moved = m_sections[std::size_t(section)];
    m_sections.erase(m_sections.begin() + section);
    const int at = m_random.bounded(int(m_sections.size()) + 1);
    m_sections.insert(m_sections.begin() + at, moved);
    add({{"do", "move_section"}, {"section", moved.name}, {"at", at}});
  }

  void insert(int section) {
    const int count = m_random.bounded(8) == 0 ? 12 : 1;
    for (int index = 0; index < count; ++index) {
      Section &chosen = m_sections[std::size_t(section)];
      const QJsonArray at{section, m_random.bounded(chosen.count + 1)};
      ++chosen.count;
      add({{"do", "insert"}, {"model", model(m_random)}, {"at", at}});
    }
  }

  void move(const QJsonObject &item, int section) {
    --m_sections[std::size_t(section)].count;
    const int target = m_random.bounded(int(m_sections.size()));
    Section &chosen = m_sections[std::size_t(target)];
    const QJsonArray at{target, m_random.bounded(chosen.count + 1)};
    ++chosen.count;
    add({{"do", "move"}, {"item", item}, {"at", at}});
  }

  QRandomGenerator &m_random;
  std::vector<Section> m_sections;
  QJsonArray m_edits;
};

}  // namespace

QByteArray randomEdits(QRandomGenerator &random, roster_list list) {
  Edits edits(random, list);
  const int count = random.bounded(10) == 0 ? 30 : 1 + random.bounded(5);
  for (int index = 0; index < count; ++index) edits.add();
  return QJsonDocument(edits.array()).toJson(QJsonDocument::Compact);
}

QByteArray randomModel(QRandomGenerator &random) {
  return QJsonDocument(model(random)).toJson(QJsonDocument::Compact);
}
