import Foundation
import YAML

/// The value of a node as `JSONSerialization` would deliver it.
func plain(_ node: YAMLNode) -> Any {
    switch node.value {
    case .mapping(let pairs):
        return [String: Any](uniqueKeysWithValues: pairs.map { ($0.key.scalar?.text ?? "", plain($0.value)) })
    case .sequence(let nodes): return nodes.map(plain)
    case .scalar(let scalar):
        guard scalar.isPlain else { return scalar.text }
        if scalar.isNull { return NSNull() }
        if ["true", "false"].contains(scalar.text) { return scalar.text == "true" }
        if let number = Int(scalar.text) { return number }
        return Double(scalar.text) ?? scalar.text as Any
    }
}

/// Checks a value against the keywords of JSON Schema that the generated schema uses.
struct SchemaChecker {
    let root: [String: Any]

    func complaint(_ value: Any, _ schema: [String: Any]) -> String? {
        for (keyword, argument) in schema {
            if let complaint = complaint(value, keyword, argument, schema) { return complaint }
        }
        return nil
    }

    private func isValid(_ value: Any, _ schema: Any) -> Bool {
        (schema as? [String: Any]).map { complaint(value, $0) == nil } ?? false
    }

    private func complaint(_ value: Any, _ keyword: String, _ argument: Any, _ schema: [String: Any]) -> String? {
        let list = argument as? [Any] ?? []
        let object = value as? [String: Any]
        let isValid: Bool
        switch keyword {
        case "$schema", "$id", "title", "description", "$defs": isValid = true
        case "$ref":
            let name = (argument as? String ?? "").replacingOccurrences(of: "#/$defs/", with: "")
            isValid = (root["$defs"] as? [String: Any])?[name].map { self.isValid(value, $0) } ?? false
        case "type": isValid = (argument as? String).map { type(value, $0) } ?? list.contains { type(value, "\($0)") }
        case "const": isValid = "\(value)" == "\(argument)"
        case "enum": isValid = list.contains { "\($0)" == "\(value)" }
        case "minimum": isValid = number(value).map { $0 >= number(argument) ?? 0 } ?? true
        case "maximum": isValid = number(value).map { $0 <= number(argument) ?? 0 } ?? true
        case "minLength": isValid = (value as? String).map { !$0.isEmpty } ?? true
        case "pattern":
            isValid = (value as? String)?.range(of: "\(argument)", options: .regularExpression) != nil
        case "items": isValid = (value as? [Any] ?? []).allSatisfy { self.isValid($0, argument) }
        case "anyOf": isValid = list.contains { self.isValid(value, $0) }
        case "oneOf": isValid = list.filter { self.isValid(value, $0) }.count == 1
        case "allOf": isValid = list.allSatisfy { self.isValid(value, $0) }
        case "minProperties": isValid = object.map { $0.count >= argument as? Int ?? 0 } ?? true
        case "maxProperties": isValid = object.map { $0.count <= argument as? Int ?? 0 } ?? true
        case "not": isValid = !self.isValid(value, argument)
        case "required": isValid = object.map { object in list.allSatisfy { object["\($0)"] != nil } } ?? true
        case "additionalProperties":
            let known = schema["properties"] as? [String: Any] ?? [:]
            isValid = (object ?? [:]).keys.allSatisfy { known[$0] != nil }
        case "properties":
            let known = argument as? [String: Any] ?? [:]
            isValid = (object ?? [:]).allSatisfy { key, value in known[key].map { self.isValid(value, $0) } ?? true }
        case "dependentSchemas":
            let known = argument as? [String: Any] ?? [:]
            isValid = known.allSatisfy { key, schema in object?[key] == nil || self.isValid(value, schema) }
        default: return "the keyword \(keyword) is not known to the test"
        }
        return isValid ? nil : "\(value) violates \(keyword) \(argument)"
    }

    private func number(_ value: Any) -> Double? { (value as? Int).map(Double.init) ?? value as? Double }

    private func type(_ value: Any, _ name: String) -> Bool {
        switch name {
        case "object": value is [String: Any]
        case "array": value is [Any]
        case "string": value is String
        case "boolean": value is Bool
        case "integer": value is Int
        case "number": number(value) != nil
        case "null": value is NSNull
        default: false
        }
    }
}
