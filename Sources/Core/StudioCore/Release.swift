/// The version of psstudio.
package let release: StaticString = "0.1.0"
