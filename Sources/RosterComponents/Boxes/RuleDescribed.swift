package import RosterJSON
package import RosterLayout

/// A rule that says what it does as JSON, so that a renderer can do the same without the rule:
///
///     {"inset":[top,right,bottom,left]}   points, "50%", or "auto" for all remaining room
///     {"center":"both","minimum":"none"}  the axes: "none", "horizontal", "vertical", "both"
///     {"overlay":true}                    the first child, and the others over it
///     {"background":true}                 the last child, and the others behind it
///     {"zstack":"topLeft"}                or "topRight"
///     {"sizing":{"width":40}}             with the keys of a style
///     {"ratio":0.5}                       height by width
///     {"clipping":"horizontal"}           axes
///     {"empty":true}
///     {"static":[{"left":4,"top":0}]}     places, which may have the keys of a size
package protocol RuleDescribed: LayoutRule {
  /// The description.
  var json: JSONValue { get }
}

extension InsetRule: RuleDescribed {
  /// Insets in the order of CSS.
  package var json: JSONValue {
    let insets = [top, right, bottom, left].map { inset -> JSONValue in
      if case .points(.infinity) = inset { return "auto" }
      return inset.lengthJSON ?? 0
    }
    return ["inset": .array(insets)]
  }
}

extension CenterRule: RuleDescribed {
  /// The axes, and those along which the whole is small.
  package var json: JSONValue {
    var members: JSONObject = ["center": .string(centering.word)]
    if !minimum.isEmpty { members["minimum"] = .string(minimum.word) }
    return .object(members)
  }
}

extension OverlayRule: RuleDescribed {
  /// The name of the rule.
  package var json: JSONValue { ["overlay": true] }
}

extension BackgroundRule: RuleDescribed {
  /// The name of the rule.
  package var json: JSONValue { ["background": true] }
}

extension LayeredRule: RuleDescribed {
  /// The corner.
  package var json: JSONValue {
    switch gravity {
    case .topLeft: ["zstack": "topLeft"]
    case .topRight: ["zstack": "topRight"]
    }
  }
}

extension SizingRule: RuleDescribed {
  /// What is given of the size.
  package var json: JSONValue { ["sizing": .object(size.json)] }
}

extension RatioRule: RuleDescribed {
  /// The ratio; 0 if it has no effect.
  package var json: JSONValue { ["ratio": .number(ratio.isFinite && ratio > 0 ? ratio : 0)] }
}

extension ClippingRule: RuleDescribed {
  /// The axes.
  package var json: JSONValue { ["clipping": .string(axes.word)] }
}

extension EmptyRule: RuleDescribed {
  /// The name of the rule.
  package var json: JSONValue { ["empty": true] }
}

extension StaticRule: RuleDescribed {
  /// The places.
  package var json: JSONValue {
    let places = places.map { place -> JSONValue in
      var members = place.size?.json ?? [:]
      members["left"] = .number(place.position.x.isFinite ? place.position.x : 0)
      members["top"] = .number(place.position.y.isFinite ? place.position.y : 0)
      return .object(members)
    }
    return ["static": .array(places)]
  }
}

extension Axes {
  fileprivate var word: String {
    switch (contains(.horizontal), contains(.vertical)) {
    case (false, false): "none"
    case (true, false): "horizontal"
    case (false, true): "vertical"
    case (true, true): "both"
    }
  }
}
