import RosterComponents
import RosterJSON

/// A feed row as plain values: nothing is remembered, found again or reused.
indirect enum PlainNode {
  case view(ViewSpec, events: [ViewEvent: String], children: [PlainNode])
  case component(name: String, PlainNode)

  static func row(_ number: Int) -> PlainNode {
    .component(
      name: "FeedRow",
      view("row", events: [.tap: "expand"]) {
        [
          view("image", ["name": "portrait"]),
          view("column") {
            [
              .component(name: "Headline", view("text", ["text": .number(Double(number))])),
              view("text", ["lines": 3]),
              .component(
                name: "Toolbar",
                view("toolbar") {
                  [
                    .component(
                      name: "LikeButton",
                      view("button", ["title": .number(0)], events: [.tap: "like"]))
                  ]
                }),
            ]
          },
        ]
      })
  }

  private static func view(
    _ className: String, _ attributes: ViewAttributes = [:], events: [ViewEvent: String] = [:],
    children: () -> [PlainNode] = { [] }
  ) -> PlainNode {
    .view(ViewSpec(className, attributes: attributes), events: events, children: children())
  }
}
