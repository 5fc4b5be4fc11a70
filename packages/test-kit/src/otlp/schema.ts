import protobuf from 'protobufjs';

/** The parts of opentelemetry/proto/{trace,metrics,common,resource}/v1 that tests read; other fields are skipped. */
const SCHEMA = `
syntax = "proto3";
message AnyValue {
  oneof value {
    string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4;
    ArrayValue array_value = 5; bytes bytes_value = 7;
  }
}
message ArrayValue { repeated AnyValue values = 1; }
message KeyValue { string key = 1; AnyValue value = 2; }
message Resource { repeated KeyValue attributes = 1; }
message TracesData { repeated ResourceSpans resource_spans = 1; }
message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
message ScopeSpans { repeated Span spans = 2; }
message Span {
  bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; uint32 kind = 6;
  fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8; repeated KeyValue attributes = 9; Status status = 15;
}
message Status { string message = 2; uint32 code = 3; }
message MetricsData { repeated ResourceMetrics resource_metrics = 1; }
message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics scope_metrics = 2; }
message ScopeMetrics { repeated Metric metrics = 2; }
message Metric {
  string name = 1; string description = 2; string unit = 3;
  oneof data { Points gauge = 5; Points sum = 7; Histograms histogram = 9; }
}
message Points { repeated Point data_points = 1; }
message Point { oneof value { double as_double = 4; sfixed64 as_int = 6; } repeated KeyValue attributes = 7; }
message Histograms { repeated Histogram data_points = 1; }
message Histogram { fixed64 count = 4; double sum = 5; repeated KeyValue attributes = 9; }
`;

interface KeyValue {
  key: string;
  value?: Record<string, unknown>;
}
interface WithAttributes {
  attributes?: KeyValue[];
}

export interface TracesData {
  resourceSpans?: {
    resource?: WithAttributes;
    scopeSpans?: {
      spans?: (WithAttributes & {
        traceId: Buffer;
        spanId: Buffer;
        parentSpanId: Buffer;
        name: string;
        kind: number;
        startTimeUnixNano: string;
        endTimeUnixNano: string;
        status?: { code?: number };
      })[];
    }[];
  }[];
}

interface Points {
  dataPoints?: (WithAttributes & { asDouble?: number; asInt?: string; count?: string; sum?: number })[];
}

export interface MetricsData {
  resourceMetrics?: {
    resource?: WithAttributes;
    scopeMetrics?: {
      metrics?: { name: string; unit: string; gauge?: Points; sum?: Points; histogram?: Points }[];
    }[];
  }[];
}

const { root } = protobuf.parse(SCHEMA);
const OBJECT = { longs: String, bytes: Buffer, defaults: false };
const decoder =
  <Shape>(name: string) =>
  (bytes: Uint8Array): Shape => {
    const type = root.lookupType(name);
    return type.toObject(type.decode(bytes), OBJECT) as Shape;
  };

export const decodeTraces = decoder<TracesData>('TracesData');
export const decodeMetrics = decoder<MetricsData>('MetricsData');

/** Attributes as plain values. */
export function attributesOf({ attributes = [] }: WithAttributes = {}): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value = {} }) => [key, Object.values(value)[0]]));
}
