/// The colors of a box: the deeper the box, the darker, from yellow over green to violet.
struct BoxColor {
  let fill: String
  let line: String
  let text: String

  init(depth: Int) {
    let shades: [(fill: String, line: String, text: String)] = [
      ("#ffffff", "#9aa3b5", "#5b6478"), ("#fdf0c9", "#d1a636", "#6f5205"),
      ("#d3efd0", "#5fae5b", "#23541f"), ("#bfe3ea", "#3f9cb0", "#124b57"),
      ("#b3c9f2", "#4a72c4", "#173571"), ("#c2b0ea", "#7a55c2", "#3a1c78"),
      ("#d9a4d6", "#a54a9f", "#551050"), ("#d98fa0", "#a53f57", "#5a0f20"),
    ]
    // Beyond the last shade they start again, without that of the root.
    let index = depth < shades.count ? depth : (depth - 1) % (shades.count - 1) + 1
    (fill, line, text) = shades[index]
  }
}
