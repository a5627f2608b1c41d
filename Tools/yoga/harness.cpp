// What the benchmark calls of Yoga: trees are made from flat arrays, laid out and freed in C++, so
// that nothing but Yoga's own work is measured. Compiled with Yoga's sources by `build`.

#include <cmath>
#include <cstdint>
#include <vector>

#include <yoga/Yoga.h>

namespace {

// A text of so many words of five characters, ten points each; as in BenchmarkText.swift.
YGSize measure(
    YGNodeRef node, float width, YGMeasureMode widthMode, float height, YGMeasureMode heightMode) {
  const float words = static_cast<float>(reinterpret_cast<intptr_t>(YGNodeGetContext(node)));
  const float natural = words * 60 - 10;
  float measured = natural;
  if (widthMode == YGMeasureModeExactly) measured = width;
  if (widthMode == YGMeasureModeAtMost) measured = std::fmin(natural, width);
  const float wordsInLine = std::fmax(1, std::floor((measured + 10) / 60));
  const float text = std::ceil(words / wordsInLine) * 10;
  if (heightMode == YGMeasureModeExactly) return {measured, height};
  if (heightMode == YGMeasureModeAtMost) return {measured, std::fmin(text, height)};
  return {measured, text};
}

void collect(YGNodeRef node, std::vector<float> &frames) {
  for (float number : {YGNodeLayoutGetLeft(node), YGNodeLayoutGetTop(node),
                       YGNodeLayoutGetWidth(node), YGNodeLayoutGetHeight(node)}) {
    frames.push_back(number);
  }
  for (uint32_t index = 0; index < YGNodeGetChildCount(node); ++index) {
    collect(YGNodeGetChild(node, index), frames);
  }
}

}  // namespace

extern "C" {

// The numbers of a node: parent, words, direction, wrap, justify, alignItems, grow, shrink, basis,
// width, height, margin, padding. NaN is a length that is not given; parents come before children.
constexpr int numberCount = 13;

void *roster_yoga_build(const float *numbers, int32_t count) {
  std::vector<YGNodeRef> nodes;
  nodes.reserve(count);
  for (int32_t index = 0; index < count; ++index, numbers += numberCount) {
    YGNodeRef node = YGNodeNew();
    nodes.push_back(node);
    if (numbers[1] > 0) {
      YGNodeSetContext(node, reinterpret_cast<void *>(static_cast<intptr_t>(numbers[1])));
      YGNodeSetMeasureFunc(node, measure);
    }
    if (numbers[2] != 0) YGNodeStyleSetFlexDirection(node, YGFlexDirectionRow);
    if (numbers[3] != 0) YGNodeStyleSetFlexWrap(node, YGWrapWrap);
    if (numbers[4] != 0) YGNodeStyleSetJustifyContent(node, YGJustifySpaceBetween);
    if (numbers[5] != 0) YGNodeStyleSetAlignItems(node, YGAlignCenter);
    if (numbers[6] != 0) YGNodeStyleSetFlexGrow(node, numbers[6]);
    if (numbers[7] != 0) YGNodeStyleSetFlexShrink(node, numbers[7]);
    if (!std::isnan(numbers[8])) YGNodeStyleSetFlexBasis(node, numbers[8]);
    if (!std::isnan(numbers[9])) YGNodeStyleSetWidth(node, numbers[9]);
    if (!std::isnan(numbers[10])) YGNodeStyleSetHeight(node, numbers[10]);
    if (numbers[11] != 0) YGNodeStyleSetMargin(node, YGEdgeAll, numbers[11]);
    if (numbers[12] != 0) YGNodeStyleSetPadding(node, YGEdgeAll, numbers[12]);
    if (index > 0) {
      YGNodeRef parent = nodes[static_cast<int32_t>(numbers[0])];
      YGNodeInsertChild(parent, node, YGNodeGetChildCount(parent));
    }
  }
  return nodes[0];
}

void roster_yoga_layout(void *root, float width) {
  YGNodeCalculateLayout(static_cast<YGNodeRef>(root), width, YGUndefined, YGDirectionLTR);
}

// Four numbers a node, parents before children.
void roster_yoga_frames(void *root, float *frames) {
  std::vector<float> numbers;
  collect(static_cast<YGNodeRef>(root), numbers);
  for (float number : numbers) *frames++ = number;
}

// Which Yoga this is, as `build` names it.
const char *roster_yoga_version() { return ROSTER_YOGA_VERSION; }

void roster_yoga_free(void *root) { YGNodeFreeRecursive(static_cast<YGNodeRef>(root)); }

}  // extern "C"
