public import RosterJSON

extension ViewSpec: JSONDescribed {
  /// Reads a description.
  public init(json: JSONValue) throws(JSONDescriptionError) {
    try self.init(JSONDescriptionReader(json))
  }

  init(_ reader: JSONDescriptionReader) throws(JSONDescriptionError) {
    self.init(try reader.required("class").text())
    for (name, value) in try reader.optional("attributes")?.members() ?? [] {
      attributes[name] = value.json
    }
    accessibility = try reader.optional("accessibility").map(Accessibility.init)
  }

  /// The description as JSON:
  ///
  ///     {"class":"label","attributes":{"text":"Hello"},"accessibility":{"traits":["header"]}}
  public var json: JSONValue { .object(members) }

  var members: JSONObject {
    var members: JSONObject = ["class": .string(className)]
    if !attributes.isEmpty {
      members["attributes"] = .object(attributes.members)
    }
    members["accessibility"] = accessibility?.json
    return members
  }
}
